/** A demonstration put together: its people, and the pages under /dev. */
import type { FastifyInstance } from 'fastify';

import { demoPeople } from './people.ts';
import type { DemoRoutesDependencies } from './routes.ts';
import { registerDemo } from './routes.ts';
import type { DemoSeedDependencies } from './seed.ts';
import { seedDemo } from './seed.ts';

export type DemoDependencies = Pick<DemoRoutesDependencies, 'mode' | 'db' | 'clock'>;

export type Demo = {
  /** Makes whoever of the demo people is missing. Throws in production. */
  seed(parts: Pick<DemoSeedDependencies, 'identity' | 'security'>): Promise<void>;
  /** Registers /dev and what is below it; a local chain and demo companies have their pages there. Throws in production. */
  register(
    app: FastifyInstance,
    others: Pick<DemoRoutesDependencies, 'chain' | 'partner' | 'cards'>,
  ): Promise<void>;
};

export function createDemo({ mode, db, clock }: DemoDependencies): Demo {
  return {
    seed: async (parts) => void (await seedDemo({ ...parts, mode, db, now: clock() })),
    register: async (app, others) => await registerDemo(app, { mode, db, clock, ...others }),
  };
}

/** How the demo people come in, a line for each: their secrets mean nothing anywhere else. */
export function listDemoLogins(): readonly string[] {
  return demoPeople.map(
    ({ username, password, payPassword }) =>
      `${username.padEnd(8)} password ${password.padEnd(18)} payment password ${payPassword}`,
  );
}
