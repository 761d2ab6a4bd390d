import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { watchKey } from '@marigold/chain/hd';
import type { ChainAccount, TransactionDraft, ChainPayment } from '@marigold/chain/port';
import type { SigningApproval, SignerAccounts } from '@marigold/chain/signer-port';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { toChainUnits } from '@marigold/chain/units';
import { releaseHold } from '@marigold/ledger/hold';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import type { ChainAsset } from '../../modules/chain/registry.ts';
import { bytesOf, findChainAsset } from '../../modules/chain/registry.ts';
import { orderPayout } from '../../modules/payout/order.ts';
import { keepQuote } from '../../modules/payout/quote.ts';
import { queryable } from '../../platform/database/database.ts';
import { newRowId } from '../../platform/process/ids.ts';
import { isProcessRunning } from '../../platform/process/process-identity.ts';
import type { SignerSettings, StartedSigner } from './start.ts';
import { startSigner } from './start.ts';

const payee = fakeAccount('payee');
const networkId = 31_337n;
/** Ledger units have eight decimals more than nothing: 25 USDT, of which half a USDT is the fee. */
const units = 2_500_000_000n;
const feeUnits = 50_000_000n;
const fee = { gas: 70_000n, feeMax: 30_000_000_000n, tip: 1_000_000_000n };
/** A start takes a second, and some where much else runs. */
const patience = { timeout: 30_000, interval: 50 };

let api: TestApi;
let person: TestPerson;
let usdt: ChainAsset;
let started: StartedSigner;
let known: SignerAccounts;
let settings: SignerSettings;
const folder = mkdtempSync(join(tmpdir(), 'marigold-signer-'));
const notices: string[] = [];

beforeAll(async () => {
  api = await startTestApi();
  const found = await findChainAsset(api.databases.main, 'eth', 'USDT');
  if (found === undefined) throw new Error('USDT is listed');
  usdt = found;
  person = await api.person();
  await api.credit(person, 'USDT', '100000');
  settings = {
    folder: join(folder, 'demo'),
    databaseUrl: api.databases.pool.options.connectionString ?? '',
    keystore: 'demo',
    onNotice: (sentence) => void notices.push(sentence),
  };
  started = await startSigner(settings);
  known = await started.signer.accounts();
  await sql`insert into app.lane (chain, account, next_nonce) values ('eth', ${bytesOf(known.hot)}, 0)`.execute(
    api.databases.main,
  );
});

afterAll(async () => {
  await started.stop();
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

let nonces = 0n;
type Ordered = {
  readonly draft: TransactionDraft;
  readonly approval: SigningApproval;
  readonly payoutId: string;
};

/** An order with its hold and its nonce, as the pipeline leaves it before it asks for a signature. */
async function order(): Promise<Ordered> {
  const db = api.databases.main;
  const [quoteId, now, nonce] = [newRowId(), api.clock.now(), nonces];
  nonces += 1n;
  await keepQuote(db, {
    id: quoteId,
    userId: person.id,
    chain: 'eth',
    asset: 'USDT',
    account: payee,
    units,
    feeUnits,
    internalUserId: undefined,
    createdAt: now,
    expiresAt: now + 60_000,
  });
  const ordered = await db.transaction().execute(
    async (inside) =>
      await orderPayout(inside, {
        userId: person.id,
        chainAsset: usdt,
        account: payee,
        address: payee,
        units,
        feeUnits,
        usd: '25',
        note: undefined,
        quoteId,
        challengeId: undefined,
        needsReview: false,
        payeeName: undefined,
        now,
      }),
  );
  if (!('payoutId' in ordered)) throw new Error('the order was refused');
  const { payoutId } = ordered;
  await sql`
    insert into app.slot (chain, account, nonce, purpose, payout_id, state, created_at)
    values ('eth', ${bytesOf(known.hot)}, ${String(nonce)}, 'payout', ${payoutId}, 'reserved', ${new Date(now)})`.execute(
    db,
  );
  const amount = (units - feeUnits) / 100n;
  return {
    payoutId,
    approval: { kind: 'payout', payoutId },
    draft: {
      chain: 'eth',
      networkId,
      from: known.hot,
      nonce,
      kind: 'pay',
      payment: { coin: usdt.coin, to: payee, amount: toChainUnits(amount) },
      fee,
    },
  };
}

describe('the signer beside the program', () => {
  it('signs an order whose money is held, the same each time', async () => {
    const { draft, approval } = await order();
    const signed = await started.signer.sign(draft, approval);
    expect(signed.raw).toMatch(/^0x02/);
    expect(signed.txId).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await started.signer.sign(draft, approval)).toEqual(signed);
  });

  it('refuses what differs from the order in anything', async () => {
    const { draft, approval } = await order();
    const other = await order();
    const paying = (payment: Partial<ChainPayment>): TransactionDraft => ({
      ...draft,
      payment: { ...draft.payment, ...payment },
    });
    const wrong: readonly [TransactionDraft, SigningApproval][] = [
      [paying({ amount: toChainUnits(draft.payment.amount + 1n) }), approval],
      [paying({ amount: toChainUnits(draft.payment.amount - 1n) }), approval],
      [paying({ to: fakeAccount('thief') }), approval],
      [paying({ coin: 'native' }), approval],
      [paying({ coin: fakeAccount('token') }), approval],
      [{ ...draft, nonce: other.draft.nonce }, approval],
      [{ ...draft, nonce: 999_999n }, approval],
      [{ ...draft, chain: 'other' }, approval],
      [draft, { kind: 'payout', payoutId: newRowId() }],
    ];
    for (const [one, why] of wrong) {
      await expect(started.signer.sign(one, why)).rejects.toThrow('not_approved');
    }
    await expect(started.signer.sign(draft, approval)).resolves.toBeDefined();
  });

  it('refuses an order whose hold is closed, or that was taken back', async () => {
    const db = api.databases.main;
    const [cancelled, released] = [await order(), await order()];
    await sql`update app.payout set state = 'cancelled' where id = ${cancelled.payoutId}`.execute(db);
    const { rows } = await sql<{ hold_id: string }>`
      select hold_id from app.payout where id = ${released.payoutId}`.execute(db);
    await releaseHold(queryable(db), {
      scope: 'test',
      key: `release:${released.payoutId}`,
      kind: 'payout-refund',
      reference: null,
      holdId: rows[0]?.hold_id ?? '',
      owner: person.id,
    });
    for (const { draft, approval } of [cancelled, released]) {
      await expect(started.signer.sign(draft, approval)).rejects.toThrow('not_approved');
    }
  });

  it('sweeps what was planned out of our own addresses, and gives them gas for it', async () => {
    const db = api.databases.main;
    const index = 4;
    const deposit = watchKey(known.depositKey).accountAt(index);
    const sweepId = newRowId();
    await sql`
      insert into app.chain_address (family, purpose, path_index, account, key_fingerprint, created_at)
      values ('evm', 'deposit', ${index}, ${bytesOf(deposit)}, '\\x00000000', now())`.execute(db);
    await sql`
      insert into app.sweep (id, chain, asset, address_id, hot_account, amount, state, created_at)
      select ${sweepId}, 'eth', 'USDT', id, ${bytesOf(known.hot)}, 5000, 'planned', now()
      from app.chain_address where account = ${bytesOf(deposit)}`.execute(db);
    const moves = [
      {
        purpose: 'topup',
        from: known.gas,
        payment: { coin: 'native', to: deposit, amount: toChainUnits(10n ** 15n) },
      },
      {
        purpose: 'sweep',
        from: deposit,
        payment: { coin: usdt.coin, to: known.hot, amount: toChainUnits(5000n) },
      },
    ] as const;
    for (const { purpose, from, payment } of moves) {
      const draft: TransactionDraft = { chain: 'eth', networkId, from, nonce: 0n, kind: 'pay', payment, fee };
      const approval = { kind: purpose, index };
      await expect(started.signer.sign(draft, approval)).rejects.toThrow('not_approved');
      await openSlot(from, purpose, sweepId);
      const more = { ...draft, payment: { ...payment, amount: toChainUnits(10n ** 19n) } };
      await expect(started.signer.sign(more, approval)).rejects.toThrow(
        purpose === 'sweep' ? 'not_approved' : 'over_payment_cap',
      );
      await expect(started.signer.sign(draft, approval)).resolves.toBeDefined();
      await expect(started.signer.sign(draft, { ...approval, index: 5 })).rejects.toThrow('foreign_account');
    }
  });

  it('is started again when it was killed, and has forgotten no nonce', async () => {
    const [first, second] = [await order(), await order()];
    const signed = await started.signer.sign(first.draft, first.approval);
    const before = started.pid();
    process.kill(before ?? 0, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(started.pid()).not.toBe(before);
      expect(await started.signer.sign(first.draft, first.approval)).toEqual(signed);
    }, patience);
    expect(notices).toContain('the signer ended by itself and is started again');
    const stolen = { ...second.draft, nonce: first.draft.nonce };
    await expect(started.signer.sign(stolen, second.approval)).rejects.toThrow('nonce_taken');
  });

  async function openSlot(account: ChainAccount, purpose: string, sweepId: string): Promise<void> {
    const db = api.databases.main;
    const bytes = bytesOf(account);
    await sql`insert into app.lane (chain, account, next_nonce) values ('eth', ${bytes}, 1)`.execute(db);
    await sql`
      insert into app.slot (chain, account, nonce, purpose, sweep_id, state, created_at)
      values ('eth', ${bytes}, 0, ${purpose}, ${sweepId}, 'reserved', now())`.execute(db);
  }
});

describe('the process of the signer', () => {
  const socket = join(folder, 'demo/signer.sock');

  it('listens where its own user alone may speak, and knows none of our secrets', () => {
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'demo')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'demo/journal.jsonl')).mode & 0o777).toBe(0o600);
    const environment = readFileSync(`/proc/${started.pid() ?? 0}/environ`, 'utf8').split('\0');
    const names = environment.flatMap((entry) => (entry === '' ? [] : [entry.split('=', 1)[0]]));
    expect(names.filter((name) => name?.startsWith('SIGNER_') !== true)).toEqual([]);
  });

  it('answers what is malformed with a refusal, and hangs up on what is no line', async () => {
    expect(await speak('{"id":7,"op":"sign","draft":{}}\n')).toBe('{"id":7,"refusal":"malformed"}');
    expect(await speak('{"id":8,"op":"export"}\n')).toBe('{"id":8,"refusal":"malformed"}');
    expect(await speak('hello\n')).toBe('');
    expect(await speak('x'.repeat(100_000))).toBe('');
    expect(await started.signer.accounts()).toEqual(known);
  });

  it('says that it cannot look where the database is away, and signs nothing', async () => {
    const away = await startSigner({
      ...settings,
      folder: join(folder, 'away'),
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    });
    const { draft, approval } = await order();
    await expect(away.signer.sign(draft, approval)).rejects.toThrow('cannot read');
    await away.stop();
    await expect(away.signer.accounts()).rejects.toThrow('cannot be reached');
  });

  it('ends with the program that started it, however that ended', async () => {
    const source = `
      const { startSigner } = await import(${JSON.stringify(join(import.meta.dirname, 'start.ts'))});
      const { pid } = await startSigner(${JSON.stringify({ ...settings, folder: join(folder, 'parent') })});
      console.log(pid());
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise<number>((resolve) => {
      createInterface({ input: parent.stdout }).once('line', (line) => resolve(Number(line)));
    });
    expect(isProcessRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isProcessRunning(pid)).toBe(false), patience);
  });

  // Guessing the passphrase is meant to be slow, and here four processes begin besides.
  it(
    'opens a keystore that was made for it, and ends in words where it cannot',
    { timeout: 60_000 },
    async () => {
      const [keystore, passphraseFile] = [join(folder, 'keys'), join(folder, 'passphrase')];
      const passphrase = 'eleven blue herons';
      writeFileSync(passphraseFile, `${passphrase}\n`);
      const create = join(import.meta.dirname, '../../../../../packages/signer/src/create-keystore.ts');
      const run = () => spawnSync(process.execPath, [create, keystore, passphraseFile], { encoding: 'utf8' });
      const made = run();
      expect(made.stdout).toMatch(/only now:\s+([a-z]+ ){23}[a-z]+\s/);
      expect(run().stderr).toContain('never overwritten');
      const own: SignerSettings = {
        ...settings,
        folder: join(folder, 'own'),
        keystore: { path: keystore, passphraseFile },
      };
      const opened = await startSigner(own);
      const accounts = await opened.signer.accounts();
      expect(made.stdout).toContain(accounts.hot);
      expect(accounts.isDemoSeed).toBe(false);
      const { draft, approval } = await order();
      await expect(opened.signer.sign({ ...draft, from: accounts.hot }, approval)).rejects.toThrow(
        'not_approved',
      );
      await opened.stop();
      writeFileSync(passphraseFile, 'eleven red herons');
      const failed = await startSigner(own).catch((error: unknown) => String(error));
      expect(failed).toContain('The passphrase does not open this keystore');
      expect(failed).not.toContain('herons');
    },
  );

  /** The first line of the answer; nothing when the connection was closed instead. */
  async function speak(text: string): Promise<string> {
    const connection = createConnection(socket);
    connection.on('error', () => undefined);
    connection.write(text);
    const printed = await new Promise<string>((resolve) => {
      createInterface({ input: connection })
        .once('line', resolve)
        .on('error', () => undefined);
      connection.once('close', () => resolve(''));
    });
    connection.destroy();
    return printed;
  }
});
