import type { Queryable } from '@marigold/ledger/queryable';

export type AcceptedJump = { readonly usd: string; readonly sources: number; readonly since: number };

/** Takes the price of an asset that jumped and waits, as its last round left it; undefined when none waits. */
export async function acceptJump(db: Queryable, asset: string): Promise<AcceptedJump | undefined> {
  const { rows } = await db.query<{ usd: string; sources: number; since: Date | number }>(
    `with jump as (delete from app.rate_jump where asset = $1 returning asset, usd, sources, since, seen_at),
       taken as (
         insert into app.rate (asset, usd, sources, fetched_at) select asset, usd, sources, seen_at from jump
         on conflict (asset) do update set usd = excluded.usd, usd_24h_ago = null, sources = excluded.sources,
           fetched_at = excluded.fetched_at)
     select usd, sources, since from jump`,
    [asset],
  );
  const jump = rows[0];
  if (jump === undefined) return undefined;
  return { usd: jump.usd, sources: jump.sources, since: new Date(jump.since).getTime() };
}
