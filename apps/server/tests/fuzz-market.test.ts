import { fuzz } from './fuzz.ts';
import { marketRequests } from './requests/market.ts';

fuzz(marketRequests);
