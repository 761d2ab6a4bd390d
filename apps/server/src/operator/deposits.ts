/** What two persons decide about one deposit: the services of the module, told in sentences. */
import type { Decision } from '../modules/audit/decision.ts';
import { takeUp } from '../modules/deposit/credit/poison.ts';
import { closeDeposit, recoverUnsupported, settleDebt } from '../modules/deposit/recover.ts';
import { findPersonId } from '../modules/person/views.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/ids.ts';
import type { ChainCommand } from './chain-arguments.ts';
import type { Outcome } from './commands.ts';
import { refused } from './commands.ts';

type Given = { readonly db: Database; readonly command: ChainCommand; readonly decision: Decision };

export async function aboutDeposit({ db, command, decision }: Given): Promise<Outcome> {
  const [depositId = '', word = ''] = command.words;
  if (!isId(depositId)) return refused('There is no such deposit.');
  if (command.name === 'close-deposit') {
    const problem = await closeDeposit(db, { depositId }, decision);
    return problem === undefined
      ? { isDone: true, lines: ['It is closed.'] }
      : refused(`Nothing happened: ${problem}.`);
  }
  if (command.name === 'retry-deposit') {
    return (await takeUp(db, depositId, decision))
      ? { isDone: true, lines: ['It is credited with the next block, or put aside again with its reason.'] }
      : refused('That deposit was not put aside.');
  }
  if (command.name === 'settle-debt') {
    const how = word === 'take' ? 'take' : 'forgive';
    const settled = await settleDebt(db, { depositId, how }, decision);
    return typeof settled === 'bigint'
      ? { isDone: true, lines: [`${settled} ledger units are settled.`] }
      : refused(`Nothing happened: ${settled}.`);
  }
  const userId = await findPersonId(db, word);
  if (userId === undefined) return refused(`There is nobody called ${word}.`);
  const credited = await recoverUnsupported(db, { depositId, userId }, decision);
  return typeof credited === 'bigint'
    ? { isDone: true, lines: [`${credited} ledger units are credited.`] }
    : refused(`Nothing happened: ${credited}.`);
}
