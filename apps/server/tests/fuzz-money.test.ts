import { fuzz } from './fuzz.ts';
import { moneyRequests } from './requests/money.ts';

fuzz(moneyRequests);
