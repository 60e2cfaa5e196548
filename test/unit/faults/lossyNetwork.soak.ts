import { describeLossyNetwork } from './lossyNetwork';

describeLossyNetwork(1000);
