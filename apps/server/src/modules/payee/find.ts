/** Whom a typed name means when money is to be sent to it. */
import { mask } from '@marigold/contract/rules/masking';

import type { Database } from '../../platform/database/database.ts';
import type { Person } from '../person/person.ts';
import { personKey } from '../person/person.ts';
import { findByKey } from '../person/views.ts';

export type FoundPayee = {
  readonly userId: string;
  /** The nickname, masked: enough to recognise a friend, too little to learn who somebody is. */
  readonly masked: string;
  readonly kind: 'username' | 'phone' | 'email' | 'code';
};

const uidSyntax = /^[1-9][0-9]{8}$/;

/** Finds a payee by username or e-mail (in any case), phone number (E.164) or uid; undefined when there is none. */
export async function findPayee(db: Database, typed: string): Promise<FoundPayee | undefined> {
  const byCode = uidSyntax.test(typed) ? await findByKey(db, 'uid', typed) : undefined;
  if (byCode !== undefined) return payeeOf(byCode, 'code');
  const kind = personKey(typed);
  const person = await findByKey(db, kind, typed);
  return person === undefined ? undefined : payeeOf(person, kind);
}

function payeeOf({ id, nickname }: Person, kind: FoundPayee['kind']): FoundPayee {
  return { userId: id, masked: mask(nickname), kind };
}
