import { fuzz } from './fuzz.ts';
import { kycRequests } from './requests/kyc.ts';

fuzz(kycRequests);
