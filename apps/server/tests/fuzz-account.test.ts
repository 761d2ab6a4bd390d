import { fuzz } from './fuzz.ts';
import { accountRequests } from './requests/account.ts';

fuzz(accountRequests);
