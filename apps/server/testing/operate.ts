/** Commands of operators, given as `npm run operator` gives them, with what they reach handed in. */
import { createDeeds } from '../src/deeds.ts';
import { addOperator } from '../src/modules/audit/operators.ts';
import type { ChainOf } from '../src/modules/chain/operations.ts';
import type { PictureReader } from '../src/modules/file/service.ts';
import { carryOut } from '../src/modules/operator/command-line.ts';
import { readCommand } from '../src/modules/operator/command.ts';
import type { AskKey } from '../src/modules/operator/keys.ts';
import type { CommandOutcome } from '../src/modules/operator/outcome.ts';
import type { Exchange } from '../src/modules/trade/port.ts';
import type { Database } from '../src/platform/database/database.ts';
import { queryable } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/process/log.ts';
import { testKeeping } from './kyc.ts';
import { testSecretKey } from './session-cookies.ts';

export type Operating = {
  /** With the owner's login. */
  readonly db: Database;
  readonly ask: AskKey;
  readonly now?: number;
  readonly chainOf?: ChainOf;
  readonly cancelAll?: Exchange['cancelAll'];
  /** Whether people are compared with a list. */
  readonly screens?: boolean;
  /** Of the program; without, that of test servers. */
  readonly secretKey?: string;
  readonly pictures?: PictureReader;
};

/** What the person reads who gives the command; the name and what it takes have spaces between them. */
export async function operate(
  line: string,
  options: readonly string[],
  { db, ask, now = Date.now(), chainOf = async () => undefined, cancelAll, ...own }: Operating,
): Promise<CommandOutcome> {
  const command = readCommand([...line.split(' '), ...options]);
  if (command === undefined) throw new Error(`no command: ${line}`);
  const deeds = createDeeds({
    log: createLog('silent'),
    chainOf,
    secretKey: () => own.secretKey ?? testSecretKey,
    keeping: testKeeping,
    screens: () => own.screens ?? false,
    pictures() {
      if (own.pictures === undefined) throw new Error('no pictures lie anywhere in this test');
      return own.pictures;
    },
    withExchange: async (use) => {
      if (cancelAll === undefined) throw new Error('nobody runs books in this test');
      return await use({ cancelAll });
    },
  });
  return await carryOut({ db, deeds, ask, chainOf, now }, command);
}

/** Enrols these persons and answers their keys as somebody types them; a test may change one. */
export async function enrolled(
  db: Database,
  names: readonly string[],
): Promise<{ readonly keys: Map<string, string>; readonly ask: AskKey }> {
  const keys = new Map<string, string>();
  for (const name of names) keys.set(name, (await addOperator(queryable(db), name)) ?? '');
  return { keys, ask: async (name) => keys.get(name) ?? '' };
}
