/** What somebody means to give of a record, in the order of the six steps, and another value of the same. */
import type { OwnItem } from '@marigold/partners/kyc-states';

import type { Random } from '../../../chaos/random.ts';
import type { GivenValue, GivenInWords } from './book.ts';
import type { SimPerson } from './crowd.ts';

/** Mostly what stands in the document. */
export function wantsOf({ document, random }: SimPerson, authNo: string): ReadonlyMap<OwnItem, GivenValue> {
  const { birthday, nationality, idType, idNumber, issuingRegion, expiry } = document;
  const wants = new Map<OwnItem, GivenValue>();
  const type = (item: GivenInWords, value: Extract<GivenValue, { is: 'typed' }>['value']): void =>
    void wants.set(item, { is: 'typed', value });
  const show = (item: OwnItem): void =>
    void wants.set(item, { is: 'picture', words: `${item} of ${authNo}` });
  const names = namesIn(document);
  type('names', random.chance(0.08) ? { ...names, firstName: 'Anne' } : names);
  type('birthday', birthday);
  type('nationality', nationality);
  type('nickname', 'ANNA M');
  type('job', 'engineer');
  type('occupation', 'Builds bridges');
  type('income', 'to50k');
  type('purpose', 'savings');
  type('contact', `By telephone after ${1 + random.below(9)}`);
  if (random.chance(0.3)) type('description', 'Nothing to add.');
  type('issuingRegion', issuingRegion);
  type('idNumber', { idType, number: numberByHand(random, idNumber) });
  type('expiry', expiry ?? 'none');
  show('idFront');
  if (idType === 'idCard') show('idBack');
  if (random.chance(0.3)) show('addressProof');
  show('signature');
  return wants;
}

/** As they are written by hand. */
export function namesIn({ lastName }: SimPerson['document']) {
  return { firstName: 'Anna', lastName };
}

/** The same number, as another hand would type it. */
export function numberByHand(random: Random, idNumber: string): string {
  return random.pick([idNumber, idNumber.toLowerCase(), `${idNumber.slice(0, 2)} ${idNumber.slice(2)}`]);
}

/** Given once more: another picture, or the same words typed anew. */
export function renewed(random: Random, given: GivenValue): GivenValue {
  if (given.is === 'picture')
    return { is: 'picture', words: `${given.words.slice(0, 40)}, ${random.uuid()}` };
  return { is: 'typed', value: given.value };
}
