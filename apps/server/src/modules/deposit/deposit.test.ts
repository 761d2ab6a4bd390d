import { WrongChain } from '@marigold/chain/port';
import type { FakeStep } from '@marigold/chain/testing/fake-bytes';
import { fakeAccount } from '@marigold/chain/testing/fake-bytes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DepositSetup } from '../../../testing/deposit-setup.ts';
import { openDepositSetup } from '../../../testing/deposit-setup.ts';
import { haltAsset, resumeAsset } from '../chain/state/halt.ts';
import { closeDeposit } from './recover.ts';

const usdt = 100_000_000n;

let setup: DepositSetup;
beforeAll(async () => {
  setup = await openDepositSetup();
});
afterAll(async () => {
  await setup.assertBooks();
  await setup.close();
});

describe('a deposit', () => {
  it('is seen with its bill at once, and credited at the twelfth confirmation, once', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 50);
    await setup.blocks(10);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'confirming', bill: ['confirming'] }]);
    expect(await setup.available(anna.id)).toBe(0);
    await setup.blocks(1);
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'success', units: 50n * usdt, locked: 0n, bill: ['confirming', 'success'] },
    ]);
    await setup.watcher.catchUp();
    await setup.blocks(5);
    expect(await setup.available(anna.id)).toBe(50);
    expect(await setup.bills(anna.id)).toEqual(['COLLECTION 50 success booked']);
  });

  it('tells its person on each block while it is confirmed, and a notice when it is credited', async () => {
    const anna = await setup.person();
    setup.pay(anna.account, 12.5);
    await setup.blocks(0);
    await setup.blocks(1);
    const noticeLines = async () =>
      (
        await sql<{ event: string }>`
          select event from app.outbox where user_id = ${anna.id} order by id`.execute(setup.db)
      ).rows.map(({ event }) => event);
    expect(await noticeLines()).toEqual(['bill', 'deposit', 'deposit']);
    await setup.blocks(10);
    expect((await noticeLines()).slice(3).toSorted()).toEqual(['balance', 'bill', 'message']);
    const notices = await sql<{ facts: object }>`
      select facts from app.notice where user_id = ${anna.id}`.execute(setup.db);
    expect(notices.rows).toMatchObject([{ facts: { amount: '12.50', currency: 'USDT' } }]);
  });

  it('counts every transfer of a transaction by itself, also two to one account', async () => {
    const anna = await setup.person();
    const boris = await setup.person();
    const step = (to: typeof anna.account): FakeStep => ({
      kind: 'pay',
      coin: setup.tokens.USDT,
      to,
      amount: 10_000_000n,
    });
    const txId = setup.chain.send({
      steps: [step(anna.account), { kind: 'log' }, step(boris.account), step(anna.account)],
    });
    await setup.blocks(12);
    expect(await setup.deposits(txId)).toHaveLength(3);
    expect(await setup.available(anna.id)).toBe(20);
    expect(await setup.available(boris.id)).toBe(10);
  });

  it('ignores what failed, what is worth nothing, and what another contract pretends', async () => {
    const { chain } = setup;
    const anna = await setup.person();
    const liar = chain.createToken('liar', 'USDT of nobody');
    const good = { kind: 'pay', coin: setup.tokens.USDT, to: anna.account, amount: 99_000_000n } as const;
    chain.send({ steps: [good, { kind: 'fail' }] });
    chain.send({ coin: setup.tokens.USDT, to: anna.account, amount: 0n });
    const fake = chain.send({ coin: liar, to: anna.account, amount: 1_000_000_000_000n });
    await setup.blocks(14);
    expect(await setup.available(anna.id)).toBe(0);
    expect(await setup.bills(anna.id)).toEqual([]);
    expect(await setup.deposits(fake)).toMatchObject([{ state: 'unsupported', units: 0n }]);
  });

  it('credits what arrived where the token keeps a part', async () => {
    const anna = await setup.person();
    const txId = setup.chain.send({ coin: setup.tokens.USDC, to: anna.account, amount: 100_000_000n });
    await setup.blocks(12);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'success', units: 99n * usdt }]);
  });

  it('credits coins that a contract pays inside of its call', async () => {
    const anna = await setup.person();
    const contract = setup.chain.createContract('payroll');
    const inner = { kind: 'pay', coin: 'native', from: contract, to: anna.account } as const;
    setup.chain.send({
      steps: [
        { ...inner, amount: 30_000_000_000_000_000n },
        { ...inner, amount: 60_000_000_000_000_000n },
      ],
    });
    await setup.blocks(12);
    expect(await setup.available(anna.id, 'ETH')).toBe(9_000_000);
  });

  it('knows an address from the moment on at which it was given', async () => {
    const anna = await setup.person();
    const other = await setup.address(anna.id);
    setup.pay(other, 15);
    await setup.blocks(11);
    expect(await setup.available(anna.id)).toBe(15);
  });

  it('puts aside what comes to an address that nobody was given', async () => {
    const nobody = fakeAccount('deposit 99');
    const txId = setup.pay(nobody, 20);
    await setup.blocks(14);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'unsupported', units: 0n, bill: [] }]);
  });

  it('is waited for by two providers above a limit, and credited as soon as they agree', async () => {
    const { chain } = setup;
    const anna = await setup.person();
    chain.faults.second = 'elsewhere';
    const large = setup.pay(anna.account, 10_000);
    const small = setup.pay(anna.account, 40);
    await setup.blocks(12);
    expect(await setup.deposits(large)).toMatchObject([{ state: 'confirming' }]);
    expect(await setup.deposits(small)).toMatchObject([{ state: 'success' }]);
    chain.faults.second = 'down';
    await setup.blocks(1);
    expect(await setup.available(anna.id)).toBe(40);
    chain.faults.second = 'agrees';
    await setup.blocks(1);
    expect(await setup.available(anna.id)).toBe(10_040);
  });

  it('waits alone where the second provider is of another chain', async () => {
    const { chain } = setup;
    const anna = await setup.person();
    setup.pay(anna.account, 10_000);
    setup.pay(anna.account, 40);
    chain.onCall = (call) => {
      if (call === 'isAgreed') throw new WrongChain('the second provider is of another chain');
    };
    await setup.blocks(12);
    chain.onCall = undefined;
    expect(await setup.available(anna.id)).toBe(40);
    await setup.blocks(1);
    expect(await setup.available(anna.id)).toBe(10_040);
  });

  it('is not kept waiting by older ones that are doubted or whose currency stands still', async () => {
    const { db, chain, clock, tokens } = setup;
    const anna = await setup.person();
    const usdc = { chain: 'eth', asset: 'USDC' } as const;
    await haltAsset(db, { ...usdc, reason: 'a difference', now: clock.now() });
    for (let count = 0; count < 50; count += 1) {
      chain.send({ coin: tokens.USDC, to: anna.account, amount: 20_000_000_000n });
      const doubted = chain.send({ coin: tokens.USDT, to: anna.account, amount: 20_000_000_000n });
      chain.faults.secondMisses.add(doubted);
    }
    await setup.blocks(1);
    const txId = setup.pay(anna.account, 20_000);
    await setup.blocks(12);
    await setup.blocks(1);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'can-trade' }]);
    expect(await setup.available(anna.id)).toBe(20_000);
    chain.faults.secondMisses.clear();
    await resumeAsset(db, usdc, { by: 'ann', second: 'ben', reason: 'explained', now: clock.now() });
    for (let block = 0; block < 3; block += 1) await setup.blocks(1);
    expect(await setup.available(anna.id)).toBe(51 * 20_000);
    expect(await setup.available(anna.id, 'USDC')).toBe(50 * 19_800 * Number(usdt));
  });

  it('is not credited on the proof of another block', async () => {
    const { chain } = setup;
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 20_000);
    await setup.blocks(10);
    // While the providers are asked, another watcher follows the chain to where nobody was asked.
    const { watcher } = setup.another(async (point) => {
      if (point !== 'credit.before-commit' || chain.onCall !== undefined) return;
      chain.onCall = () => undefined;
      chain.faults.second = 'elsewhere';
      chain.reorg(12, { keep: 'all' });
      await setup.watcher.catchUp();
    });
    chain.mine(1);
    await watcher.catchUp();
    chain.onCall = undefined;
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'confirming', units: 0n }]);
    chain.faults.second = 'agrees';
    await setup.blocks(1);
    expect(await setup.available(anna.id)).toBe(20_000);
  });

  it('is held where a rule of risk says so, and credited when a person cleared it', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 60_000);
    await setup.blocks(12);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'held', units: 0n, bill: ['confirming'] }]);
    await sql`
      update app.risk_case set state = 'cleared' where deposit_id = (select id from app.deposit where tx_id = ${txId})`.execute(
      setup.db,
    );
    await setup.blocks(1);
    expect(await setup.available(anna.id)).toBe(60_000);
  });

  it('is closed where a person refused it, and stays put aside', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 70_000);
    await setup.blocks(12);
    const found = await sql<{ id: string }>`select id from app.deposit where tx_id = ${txId}`.execute(
      setup.db,
    );
    const decision = { by: 'ann', second: 'ben', reason: 'sent back', now: setup.clock.now() };
    const depositId = found.rows[0]?.id ?? '';
    const close = async () =>
      await setup.db.transaction().execute(async (db) => await closeDeposit(db, { depositId }, decision));
    expect(await close()).toBe('wrong_state');
    await sql`update app.risk_case set state = 'refused' where deposit_id = ${found.rows[0]?.id}`.execute(
      setup.db,
    );
    expect(await close()).toBeUndefined();
    await setup.blocks(30);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'closed', bill: ['confirming', 'failed'] }]);
    expect(await setup.available(anna.id)).toBe(0);
  });
});

describe('less than the minimum', () => {
  it('waits without a bill until enough has come, and nothing is lost', async () => {
    const anna = await setup.person();
    const first = setup.pay(anna.account, 4);
    await setup.blocks(12);
    expect(await setup.deposits(first)).toMatchObject([{ state: 'dust', units: 0n, bill: [] }]);
    const second = setup.pay(anna.account, 5.5);
    await setup.blocks(12);
    expect(await setup.available(anna.id)).toBe(0);
    expect(await setup.bills(anna.id)).toEqual([]);
    const third = setup.pay(anna.account, 0.5);
    await setup.blocks(0);
    expect(await setup.bills(anna.id)).toEqual(['COLLECTION 10 confirming']);
    await setup.blocks(11);
    expect(await setup.available(anna.id)).toBe(10);
    expect(await setup.bills(anna.id)).toEqual(['COLLECTION 10 success booked']);
    const parts = await Promise.all([first, second, third].map(async (txId) => await setup.deposits(txId)));
    expect(parts.flat().map(({ state, units }) => [state, units])).toEqual([
      ['success', 4n * usdt],
      ['success', (55n * usdt) / 10n],
      ['success', usdt / 2n],
    ]);
  });

  it('comes together from one block as well, and the bill says all of it', async () => {
    const anna = await setup.person();
    for (const amount of [6_000_000n, 7_000_000n]) {
      setup.chain.send({ coin: setup.tokens.USDT, to: anna.account, amount });
    }
    await setup.blocks(1);
    expect(await setup.bills(anna.id)).toEqual(['COLLECTION 13 confirming']);
    await setup.blocks(11);
    expect(await setup.available(anna.id)).toBe(13);
    expect(await setup.bills(anna.id)).toEqual(['COLLECTION 13 success booked']);
  });

  it('keeps what is finer than a ledger unit until it makes one', async () => {
    const anna = await setup.person();
    const amount = 5_000_000_000_000_000n + 6_000_000_000n;
    for (const expected of [500_000, 1_000_001]) {
      setup.chain.send({ coin: 'native', to: anna.account, amount });
      await setup.blocks(12);
      expect(await setup.available(anna.id, 'ETH')).toBe(expected);
    }
  });
});

describe('a lock', () => {
  it('stands on what is worth a thousand dollars until the chain cannot change it', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 1000);
    await setup.blocks(11);
    expect(await setup.available(anna.id)).toBe(1000);
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'can-trade', locked: 1000n * usdt, bill: ['confirming', 'can-trade'] },
    ]);
    expect(await setup.bills(anna.id)).toEqual([
      'COLLECTION 1000 can-trade booked',
      'LOCK_INCREASE 1000 success',
    ]);
    await setup.blocks(18);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'can-trade' }]);
    await setup.blocks(1);
    expect(await setup.deposits(txId)).toMatchObject([
      { state: 'success', locked: 0n, bill: ['confirming', 'can-trade', 'success'] },
    ]);
    expect((await setup.bills(anna.id)).at(-1)).toBe('LOCK_RECOVERY 1000 success');
  });

  it('stands on what nobody knows the worth of', async () => {
    const anna = await setup.person();
    await sql`delete from app.rate where asset = 'USDC'`.execute(setup.db);
    const txId = setup.chain.send({ coin: setup.tokens.USDC, to: anna.account, amount: 20_000_000n });
    await setup.blocks(12);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'can-trade' }]);
  });

  it('is not needed where the block was final before it was read', async () => {
    const anna = await setup.person();
    const txId = setup.pay(anna.account, 2000);
    await setup.blocks(40);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'success', bill: ['confirming', 'success'] }]);
  });
});

describe('coins that come to the house', () => {
  it('are the treasury’s, and their bill is nobody’s', async () => {
    const txId = setup.pay(setup.hot, 500);
    await setup.blocks(12);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'house', units: 500n * usdt, bill: [] }]);
  });

  it('are put aside where they come from an account of ours that never sent them', async () => {
    const anna = await setup.person();
    const txId = setup.chain.send({
      coin: setup.tokens.USDT,
      from: setup.hot,
      to: anna.account,
      amount: 50_000_000n,
    });
    await setup.blocks(14);
    expect(await setup.deposits(txId)).toMatchObject([{ state: 'unsupported' }]);
    expect(await setup.available(anna.id)).toBe(0);
  });

  it('are no deposit where our own top-up or sweep moves them', async () => {
    const anna = await setup.person();
    const txId = setup.chain.send({
      coin: 'native',
      from: setup.hot,
      to: anna.account,
      amount: 10_000_000_000_000_000n,
    });
    // As the pipeline leaves it before it sends anything.
    await sql`
      with lane as (
        insert into app.lane (chain, account, next_nonce)
        select 'eth', account, 1 from app.chain_address where purpose = 'hot' returning account
      ), sweep as (
        insert into app.sweep (id, chain, asset, address_id, hot_account, amount, state, created_at)
        select gen_random_uuid(), 'eth', 'ETH', a.id, lane.account, 1, 'fuelling', now()
        from app.chain_address a, lane where a.user_id = ${anna.id} returning id
      ), slot as (
        insert into app.slot (chain, account, nonce, purpose, sweep_id, state, created_at)
        select 'eth', lane.account, 0, 'topup', sweep.id, 'live', now() from lane, sweep returning account
      )
      insert into app.slot_attempt (chain, account, nonce, line, kind, tx_id, raw, gas, fee_max, tip, created_at)
      select 'eth', account, 0, 1, 'pay', ${txId}, '\\x00', 1, 1, 1, now() from slot`.execute(setup.db);
    await setup.blocks(14);
    expect(await setup.deposits(txId)).toEqual([]);
    expect(await setup.available(anna.id, 'ETH')).toBe(0);
  });
});
