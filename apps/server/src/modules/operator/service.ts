/** The operators' command line put together: a command is read, its database found, keys are asked for, and it is carried out. */
import type { Database } from '../../platform/database/database.ts';
import { openOwner } from '../../platform/database/database.ts';
import { movedClock } from '../../platform/process/clock.ts';
import type { Config } from '../../platform/process/config.ts';
import type { CommandLine } from './command-line.ts';
import { carryOut } from './command-line.ts';
import { readCommand, usage } from './command.ts';
import { ownerUrlOf } from './instance.ts';
import { askKeys } from './keys.ts';

export type { Deeds } from './reports.ts';

export type OperatorDependencies = {
  /** Read once a command was understood. */
  readonly readConfig: () => Config;
  /** What commands reach, with the owner's login. */
  readonly reach: (config: Config, db: Database) => Pick<CommandLine, 'deeds' | 'chainOf'>;
  readonly print: Pick<Console, 'log' | 'error'>;
};

export type Operator = {
  /** Does what these arguments say; answers what the process ends with. */
  obey(given: readonly string[]): Promise<0 | 1 | 2>;
};

export function createOperator({ readConfig, reach, print }: OperatorDependencies): Operator {
  return {
    async obey(given) {
      const command = readCommand(given);
      if (command === undefined) {
        print.error(usage);
        return 2;
      }
      const config = readConfig();
      const found = ownerUrlOf(config);
      if ('problem' in found) {
        print.error(found.problem);
        return 1;
      }
      const keys = askKeys();
      const owner = openOwner(found.url);
      try {
        const { db } = owner;
        const reached = reach(config, db);
        const now = movedClock(config.clockOffsetMs)();
        const { isDone, lines } = await carryOut({ db, ...reached, ask: keys.ask, now }, command);
        for (const line of lines) print.log(line);
        return isDone ? 0 : 1;
      } finally {
        keys.close();
        await owner.close();
      }
    },
  };
}
