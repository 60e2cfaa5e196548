import { describeLossyNetwork } from './lossyNetwork';

describeLossyNetwork(120);
