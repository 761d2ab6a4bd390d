/** The two people of the demo market. Nobody knows their passwords: they are drawn and forgotten. */
import type { Database } from '../../platform/database/database.ts';
import { newToken } from '../../platform/process/ids.ts';
import type { OpeningAmounts } from '../demo-money/opening.ts';
import { creditOpening } from '../demo-money/opening.ts';
import { lockDemo } from '../demo-money/store.ts';
import type { IdentityService } from '../identity/service.ts';
import { listDemoPeople } from './store.ts';

type Trader = {
  readonly username: string;
  readonly opening: OpeningAmounts;
};

const maker: Trader = {
  username: 'demomaker',
  opening: { USDT: '20000000', BTC: '200', ETH: '3000', TRX: '40000000', USDC: '5000000' },
};
const taker: Trader = {
  username: 'demotaker',
  opening: { USDT: '2000000', BTC: '20', ETH: '300', TRX: '4000000', USDC: '500000' },
};

export type Traders = { readonly maker: string; readonly taker: string };

export type TraderDependencies = {
  readonly db: Database;
  readonly identity: Pick<IdentityService, 'addPerson'>;
  readonly now: number;
};

/** Makes whoever of them is missing, each in one transaction with all of their money. */
export async function seedTraders({ db, identity, now }: TraderDependencies): Promise<void> {
  for (const trader of [maker, taker]) {
    await db.transaction().execute(async (inside) => {
      await lockDemo(inside);
      await seedTrader(inside, trader, { identity, now });
    });
  }
}

async function seedTrader(
  db: Database,
  { username, opening }: Trader,
  { identity, now }: Omit<TraderDependencies, 'db'>,
): Promise<void> {
  const added = await identity.addPerson(db, {
    username,
    contact: { channel: 'email', target: `${username}@marigold.example` },
    password: newToken(),
    language: 'en',
    isDemo: true,
    now,
  });
  if (added === undefined) return;
  await creditOpening(db, { userId: added.id, username, opening, now });
}

/** Their ids; undefined while they were not made. Somebody else's account of the same name is not theirs. */
export async function findTraders(db: Database): Promise<Traders | undefined> {
  const people = await listDemoPeople(db, [maker.username, taker.username]);
  const idOf = (name: string) => people.find(({ username }) => username === name)?.id;
  const [makerId, takerId] = [idOf(maker.username), idOf(taker.username)];
  return makerId === undefined || takerId === undefined ? undefined : { maker: makerId, taker: takerId };
}
