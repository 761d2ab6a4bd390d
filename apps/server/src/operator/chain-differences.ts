/** What operators do about chains that hold less or more than the books. */
import type { Decision } from '../modules/audit/decision.ts';
import { findChainAsset } from '../modules/chain/registry.ts';
import { findPersonId } from '../modules/person/views.ts';
import { acceptDifference } from '../modules/reconcile/difference.ts';
import { assignSurplus } from '../modules/reconcile/suspense.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import type { ChainCommand } from './chain-arguments.ts';
import type { Outcome } from './commands.ts';
import { refused } from './commands.ts';

type Given = { readonly db: Database; readonly command: ChainCommand; readonly decision: Decision };

export async function acceptOne({ db, command, decision }: Given): Promise<Outcome> {
  const [chain = '', asset = '', amount = ''] = command.words;
  if (!/^-[1-9]\d{0,39}$/.test(amount))
    return refused('The amount is what is missing: a whole number of chain units below zero.');
  if ((await findChainAsset(db, chain, asset)) === undefined)
    return refused(`${asset} is not listed on ${chain}.`);
  await acceptDifference(db, { chain, asset, amount: BigInt(amount) }, decision);
  return {
    isDone: true,
    lines: ['The books have it now, against suspense; resume the asset when it is right.'],
  };
}

/** What lay on a chain beyond the books goes out of suspense: to a person, or to the house. */
export async function assignOne({ db, command, decision }: Given): Promise<Outcome> {
  const [surplusId = '', word = ''] = command.words;
  const nothing = 'There is no such surplus in suspense.';
  if (!isId(surplusId)) return refused(nothing);
  const userId = command.name === 'keep-suspense' ? null : await findPersonId(db, word);
  if (userId === undefined) return refused(`There is nobody called ${word}.`);
  const units = await assignSurplus(db, { surplusId, userId }, decision);
  if (units === undefined) return refused(nothing);
  const whose = userId === null ? 'kept for the house' : 'credited';
  return { isDone: true, lines: [`${units} ledger units are ${whose}.`] };
}
