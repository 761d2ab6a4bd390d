import { fuzz } from './fuzz.ts';
import { appRequests } from './requests/app.ts';

fuzz(appRequests);
