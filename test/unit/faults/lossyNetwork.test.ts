import { describeLossyNetwork } from './lossyNetwork';

describeLossyNetwork(200);
