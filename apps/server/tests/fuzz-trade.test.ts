import { fuzz } from './fuzz.ts';
import { tradeRequests } from './requests/trade.ts';

fuzz(tradeRequests);
