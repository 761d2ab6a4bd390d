/** People who do not exist, for pages and tests that need somebody. */
import type { ReadFields } from '../identity-port.ts';

const sampleNames = [
  ['ANNA', 'MUSTER'],
  ['JAN', 'VOORBEELD'],
  ['MARIA', 'EJEMPLO'],
  ['KENJI', 'MIHON'],
] as const;

/** Somebody who does not exist: another one, with another number, for each applicant. */
export function samplePersonOf(ref: string): ReadFields {
  const drawn = Number.parseInt(ref.slice(-7), 16);
  const [firstName, lastName] = sampleNames[drawn % sampleNames.length] ?? sampleNames[0];
  return {
    firstName,
    lastName,
    birthday: '1990-05-17',
    nationality: 'NL',
    idType: 'passport',
    idNumber: `XD${String(drawn).padStart(9, '0')}`,
    issuingRegion: 'NL',
    expiry: '2034-08-31',
  };
}
