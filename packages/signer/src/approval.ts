/** What a signature rests on, read from the database in transactions that cannot write. */
import type { Coin, TransactionDraft } from '@marigold/chain/port';
import type { SigningApproval } from '@marigold/chain/signer-port';
import pg from 'pg';

export interface Approvals {
  /** Whether the ledger and the books say that this may be paid. Throws when they cannot be read. */
  isApproved(draft: TransactionDraft, approval: SigningApproval): Promise<boolean>;
  close(): Promise<void>;
}

const connectionsMax = 2;
const readTimeoutMs = 5000;

/** The order, its open hold, its nonce and its coin, all of one person. */
const payoutQuery = `
  select p.account, p.units, p.fee_units, c.contract, c.chain_scale, l.scale
  from app.payout p
  join app.slot s on s.payout_id = p.id and s.purpose = 'payout'
  join app.chain_asset c on c.chain = p.chain and c.asset = p.asset
  join app.asset t on t.code = p.asset
  join ledger.asset l on l.id = t.ledger_id
  join ledger.hold h on h.id = p.hold_id
  join ledger.account a on a.id = h.account_id
  where p.id = $1 and p.chain = $2 and s.chain = $2 and s.account = $3 and s.nonce = $4
    and p.state in ('waiting', 'sending', 'stuck', 'confirming', 'completed')
    and h.state = 'open' and h.units >= p.units and h.asset_id = t.ledger_id and a.owner_id = p.user_id`;

/** A sweep that is under way at this nonce, out of the deposit address with this index. */
const sweepQuery = `
  select w.amount, c.contract
  from app.sweep w
  join app.slot s on s.sweep_id = w.id and s.purpose = $5
  join app.chain_asset c on c.chain = w.chain and c.asset = w.asset
  join app.chain_address d on d.id = w.address_id
  where w.chain = $1 and s.chain = $1 and s.account = $2 and s.nonce = $3 and w.finished_at is null
    and d.family = 'evm' and d.purpose = 'deposit' and d.path_index = $4`;

type PayoutRow = {
  account: Buffer;
  units: string;
  fee_units: string;
  contract: Buffer | null;
  chain_scale: number;
  scale: number;
};

export function createApprovals(databaseUrl: string): Approvals {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionsMax,
    connectionTimeoutMillis: readTimeoutMs,
    query_timeout: readTimeoutMs,
    options: `-c default_transaction_read_only=on -c statement_timeout=${readTimeoutMs}`,
  });
  // An idle connection that breaks is replaced by the next question.
  pool.on('error', () => undefined);

  async function payoutIsApproved(
    { chain, from, nonce, payment }: TransactionDraft,
    payoutId: string,
  ): Promise<boolean> {
    const found = await pool.query<PayoutRow>(payoutQuery, [payoutId, chain, bytesOf(from), String(nonce)]);
    const row = found.rows[0];
    return (
      row !== undefined &&
      coinOf(row.contract) === payment.coin &&
      bytesOf(payment.to).equals(row.account) &&
      toChain(BigInt(row.units) - BigInt(row.fee_units), row) === payment.amount
    );
  }

  async function sweepIsApproved(
    { chain, from, nonce, payment }: TransactionDraft,
    { kind, index }: Exclude<SigningApproval, { kind: 'payout' }>,
  ): Promise<boolean> {
    const found = await pool.query<{ amount: string; contract: Buffer | null }>(sweepQuery, [
      chain,
      bytesOf(from),
      String(nonce),
      index,
      kind,
    ]);
    const row = found.rows[0];
    if (row === undefined) return false;
    if (kind === 'topup') return payment.coin === 'native';
    return coinOf(row.contract) === payment.coin && payment.amount <= BigInt(row.amount);
  }

  return {
    async isApproved(draft, approval) {
      if (approval.kind === 'payout') return await payoutIsApproved(draft, approval.payoutId);
      return await sweepIsApproved(draft, approval);
    },
    close: async () => await pool.end(),
  };
}

function bytesOf(account: string): Buffer {
  return Buffer.from(account.slice(2), 'hex');
}

function coinOf(contract: Buffer | null): Coin {
  return contract === null ? 'native' : `0x${contract.toString('hex')}`;
}

/** Undefined: finer than the chain can move. */
function toChain(
  units: bigint,
  { scale, chain_scale }: Pick<PayoutRow, 'scale' | 'chain_scale'>,
): bigint | undefined {
  if (chain_scale >= scale) return units * 10n ** BigInt(chain_scale - scale);
  const step = 10n ** BigInt(scale - chain_scale);
  return units % step === 0n ? units / step : undefined;
}
