/** Carries out one command: what only looks is shown, everything else is run and reported. */
import type { Look, Operation } from '@marigold/operations/operation';
import type { LookName, OperationName } from '@marigold/operations/operations';

import type { Database } from '../../platform/database/database.ts';
import { RefusedDeed } from '../../platform/operations/deed.ts';
import type { ChainOf } from '../chain/operations.ts';
import type { OperatorCommand, Words } from './command.ts';
import type { AskKey } from './keys.ts';
import { showCardsWaiting } from './looks/cards.ts';
import { showChains } from './looks/chain-status.ts';
import { auditNow, showMoney, showTickets } from './looks/house.ts';
import { showHeldIdentities } from './looks/identities.ts';
import { showMarkets } from './looks/market-status.ts';
import type { CommandOutcome } from './outcome.ts';
import type { Deeds } from './reports.ts';
import { reportLines } from './reports.ts';
import { runOperation } from './runner.ts';

export type CommandLine = {
  /** With the owner's login. */
  readonly db: Database;
  readonly deeds: Deeds;
  readonly ask: AskKey;
  readonly chainOf: ChainOf;
  /** Epoch milliseconds. */
  readonly now: number;
};

type Looking = Pick<CommandLine, 'db' | 'chainOf' | 'now'>;

const looks: Readonly<Record<LookName, (parts: Looking, words: Words) => Promise<CommandOutcome>>> = {
  'money.status': async ({ db }) => await showMoney(db),
  'money.audit': async ({ db }, { full }) => await auditNow(db, full === true),
  'ticket.list': async ({ db }) => await showTickets(db),
  'chain.status': async ({ db, now, chainOf }) => await showChains(db, now, chainOf),
  'market.show': async ({ db, now }) => await showMarkets(db, now),
  'card.list': async ({ db, now }) => await showCardsWaiting(db, now),
  'kyc.list': async ({ db }) => await showHeldIdentities(db),
};

export async function carryOut(line: CommandLine, command: OperatorCommand): Promise<CommandOutcome> {
  const { row, words } = command;
  if (isLook(row)) return await looks[row.name](line, words);
  const answer = await runOperation(line, { ...command, row });
  return {
    isDone: !(answer instanceof RefusedDeed),
    lines: await reportLines(row, words, answer, line.chainOf),
  };
}

function isLook(row: Operation<OperationName> | Look<LookName>): row is Look<LookName> {
  return row.persons === 0;
}
