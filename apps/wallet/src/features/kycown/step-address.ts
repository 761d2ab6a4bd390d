/** Where each step is. */
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import type { OwnStep } from './own-fields.ts';

/** Steps 1 and 2 are a page of their own (spec 2). */
export function addressOfStep(record: string, step: OwnStep): string {
  return step === 1 || step === 2
    ? paths.kycPerson({ record, step: `${step}` })
    : paths.kycDocument({ record, step: `${step}` });
}

/** Goes to a step; the browser's back comes back to the one before. */
export function goToStep(record: string, step: OwnStep, isReplacing = false): void {
  go(addressOfStep(record, step), { isReplacing });
}
