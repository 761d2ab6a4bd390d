/** Persons of the house, who look at what was given to it, as they do with the commands of operators. */
import { openOwner } from '../../apps/server/src/platform/database/database.ts';
import { enrolled, operate } from '../../apps/server/testing/operate.ts';
import type { SharedApp } from '../program/app.ts';

export type Reviewers = {
  /** What ann does by herself, or together with ben. Throws what she reads where it is not done. */
  readonly does: (line: string, persons?: 'one' | 'two') => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

const why = ['--reason', 'looked at beside the photo'];
const persons = { one: ['--by', 'ann', ...why], two: ['--by', 'ann', '--second', 'ben', ...why] } as const;

export async function openReviewers(app: SharedApp): Promise<Reviewers> {
  const owner = openOwner(app.databaseUrl());
  const { ask } = await enrolled(owner.db, ['ann', 'ben']);
  return {
    async does(line, by = 'one') {
      const { isDone, lines } = await operate(line, persons[by], {
        db: owner.db,
        ask,
        secretKey: app.secretKey(),
        screens: true,
      });
      if (!isDone) throw new Error(`${line}: ${lines.join(' ')}`);
      return lines;
    },
    close: async () => await owner.close(),
  };
}
