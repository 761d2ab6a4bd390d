/**
 * The other side of the bench `api`: one Fastify route with schemas that reads the same as `wallet/asset/list` with pg
 * and nothing else: session, balances, rates, each by its own prepared statement. No envelope, no limits, no headers,
 * no exact arithmetic.
 */
import { createHash } from 'node:crypto';

import { fastify } from 'fastify';
import pg from 'pg';

import { serveBench } from './side.ts';

type Balance = {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly scale: number;
  readonly decimals: number;
  readonly available: string;
  readonly held: string;
};

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });
const text = { type: 'string' };
const integer = { type: 'integer' };
const schema = {
  body: {
    type: 'object',
    properties: { fiat: { type: 'string', enum: ['USD', 'HKD', 'CNY', 'EUR', 'JPY', 'RUB'] } },
    additionalProperties: false,
  },
  response: {
    200: {
      type: 'object',
      properties: {
        fiat: text,
        total: text,
        complete: { type: 'boolean' },
        time: integer,
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              currency: text,
              name: text,
              kind: text,
              scale: integer,
              decimals: integer,
              available: text,
              held: text,
              worth: { type: 'string', nullable: true },
            },
          },
        },
      },
    },
  },
};

const app = fastify({ logger: false });
app.get('/cpu', async () => process.cpuUsage());
app.post<{ Body: { fiat?: string } }>('/assets', { schema }, async (request, reply) => {
  const userId = await findUser(request.headers.authorization ?? '');
  if (userId === undefined) return await reply.code(401).send({ message: 'unauthorised' });
  const { fiat = 'USD' } = request.body;
  const [balances, rates] = await Promise.all([readBalances(userId), readRates()]);
  const ofFiat = rates.get(fiat);
  let total = 0;
  const list = balances.map((row) => {
    const rate = rates.get(row.code);
    const held = Number(row.held) / 10 ** row.scale;
    const available = Number(row.available) / 10 ** row.scale;
    const worth = rate === undefined || ofFiat === undefined ? null : ((available + held) * rate) / ofFiat;
    total += worth ?? 0;
    return {
      currency: row.code,
      name: row.name,
      kind: row.kind,
      scale: row.scale,
      decimals: row.decimals,
      available: available.toFixed(row.scale),
      held: held.toFixed(row.scale),
      worth: worth === null ? null : worth.toFixed(2),
    };
  });
  return { fiat, total: total.toFixed(2), complete: true, time: Date.now(), list };
});

async function findUser(authorization: string): Promise<string | undefined> {
  const token = createHash('sha256').update(authorization.slice('Bearer '.length)).digest();
  const found = await pool.query<{ user_id: string }>({
    name: 'session',
    text: `select id, user_id, device_id, last_used_at from app.session
      where token_hash = $1 and revoked_at is null and expires_at > now()`,
    values: [token],
  });
  return found.rows[0]?.user_id;
}

async function readBalances(userId: string): Promise<Balance[]> {
  const found = await pool.query<Balance>({
    name: 'balances',
    text: `select a.code, a.name, a.kind, l.scale, a.decimals,
        coalesce(max(c.balance) filter (where c.kind = 'available'), 0) as available,
        coalesce(max(c.balance) filter (where c.kind = 'held'), 0) as held
      from app.asset a
      join ledger.asset l on l.id = a.ledger_id
      left join ledger.account c on c.asset_id = l.id and c.owner_id = $1 and c.kind in ('available', 'held')
      where a.is_open or c.balance > 0
      group by a.code, a.name, a.kind, l.scale, a.decimals, a.position
      order by a.position limit 100`,
    values: [userId],
  });
  return found.rows;
}

async function readRates(): Promise<ReadonlyMap<string, number>> {
  const found = await pool.query<{ asset: string; usd: string }>({
    name: 'rates',
    text: `select asset, usd from app.rate where fetched_at > now() - interval '10 minutes'`,
  });
  return new Map(found.rows.map(({ asset, usd }) => [asset, Number(usd)]));
}

await app.listen({ port: 0, host: '127.0.0.1' });
serveBench(app.server);
