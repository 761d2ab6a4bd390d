/** What others may ask of identity. */
import { isBucketRunning } from '../../platform/http/limits.ts';
import { smsClosedBucket } from './sms-budget.ts';

/** True while a day's SMS are used up, for a country or for everybody, and somebody was refused one. */
export const isSmsClosed = isBucketRunning(smsClosedBucket, 'any');
