import { fuzz } from './fuzz.ts';
import { transferRequests } from './requests/transfer.ts';

fuzz(transferRequests);
