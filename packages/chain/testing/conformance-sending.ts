/** What is sent to a chain: transactions, their fees, cancels. */
import { expect, it } from 'vitest';

import { nativePosition, type ChainAccount, type ChainPayment } from '../src/port.ts';
import { toChainUnits } from '../src/units.ts';
import { draftOf, getMined, newStranger, type Get, type ConformanceMined } from './conformance-setup.ts';

const gwei = 1_000_000_000n;

export function describeTransactions(get: Get): void {
  it('are unknown, then wait, then are mined and cost what they say', async () => {
    const setup = get();
    const { chain, payer, sign, mine } = setup;
    const payee = newStranger();
    const signed = await sign(
      await draftOf(setup, { coin: 'native', to: payee, amount: toChainUnits(1000n) }),
    );
    expect(await chain.transaction(signed.txId)).toEqual({ state: 'unknown' });
    const [held, nonce] = [await chain.balance(payer, 'native'), await chain.nonce(payer)];
    expect(await chain.broadcast(signed)).toBe('accepted');
    expect(await chain.broadcast(signed)).toBe('known');
    expect(await chain.transaction(signed.txId)).toEqual({ state: 'pool' });
    expect(await chain.nonce(payer)).toBe(nonce);
    await mine();
    const mined = await getMined(chain, signed.txId);
    expect(mined.isGood).toBe(true);
    expect(mined.transfers).toEqual([
      { txId: signed.txId, position: nativePosition, coin: 'native', from: payer, to: payee, amount: 1000n },
    ]);
    expect(await chain.balance(payer, 'native')).toBe(held - 1000n - mined.feePaid);
    expect(await chain.nonce(payer)).toBe(nonce + 1n);
    expect(['known', 'refused']).toContain(await chain.broadcast(signed));
  });

  it('of a token show the exact transfer; a token that only says false shows none', async () => {
    const setup = get();
    const { chain, payer, sign, mine, tokens } = setup;
    const payee = newStranger();
    const pay = async (coin: ChainAccount): Promise<ConformanceMined> => {
      const signed = await sign(await draftOf(setup, { coin, to: payee, amount: toChainUnits(4n) }));
      await chain.broadcast(signed);
      await mine();
      return await getMined(chain, signed.txId);
    };
    const good = await pay(tokens.good);
    expect(good.isGood).toBe(true);
    expect(good.transfers).toEqual([
      expect.objectContaining({ position: 0, coin: tokens.good, from: payer, to: payee, amount: 4n }),
    ]);
    expect(await pay(tokens.silent)).toMatchObject({ isGood: true, transfers: [] });
  });
}

export function describeOtherTransactions(get: Get): void {
  it('that fail move nothing and cost their fee', async () => {
    const setup = get();
    const { chain, payer, sign, mine, tokens } = setup;
    const amount = (await chain.balance(payer, tokens.good)) + 1n;
    const fee = await chain.feeFor(payer, { coin: tokens.good, to: newStranger(), amount: toChainUnits(1n) });
    const signed = await sign(
      await draftOf(setup, { coin: tokens.good, to: newStranger(), amount: toChainUnits(amount) }, { fee }),
    );
    const held = await chain.balance(payer, 'native');
    await chain.broadcast(signed);
    await mine();
    const mined = await getMined(chain, signed.txId);
    expect(mined).toMatchObject({ isGood: false, transfers: [] });
    expect(mined.feePaid).toBeGreaterThan(0n);
    expect(await chain.balance(payer, 'native')).toBe(held - mined.feePaid);
  });

  it('wait for the nonce below them', async () => {
    const setup = get();
    const { chain, payer, sign, mine } = setup;
    const payee = newStranger();
    const payment: ChainPayment = { coin: 'native', to: payee, amount: toChainUnits(1n) };
    const first = await draftOf(setup, payment);
    const second = await sign({ ...first, nonce: first.nonce + 1n });
    await chain.broadcast(second);
    await mine();
    expect(await chain.transaction(second.txId)).not.toMatchObject({ state: 'mined' });
    await chain.broadcast(await sign(first));
    await mine(2);
    await chain.broadcast(second);
    await mine();
    expect(await chain.balance(payee, 'native')).toBe(2n);
    expect(await chain.nonce(payer)).toBe(first.nonce + 2n);
  });

  it('left what was held at an earlier block as it was', async () => {
    const { chain, send, mine, tokens } = get();
    const ours = newStranger();
    for (const coin of ['native', tokens.good] as const) {
      await send({ coin, to: ours, amount: toChainUnits(1n) });
      await mine();
      const then = await chain.head();
      await send({ coin, to: ours, amount: toChainUnits(2n) });
      await mine();
      expect(await chain.balance(ours, coin, then)).toBe(1n);
      expect(await chain.balance(ours, coin)).toBe(3n);
    }
  });

  it('may be of accounts with code or without', async () => {
    const { chain, payer, tokens } = get();
    expect(await chain.hasCode(tokens.good)).toBe(true);
    expect(await chain.hasCode(payer)).toBe(false);
    expect(await chain.hasCode(newStranger())).toBe(false);
  });

  it('of which nothing can be read are refused', async () => {
    const { chain } = get();
    expect(await chain.broadcast({ txId: `0x${'1'.repeat(64)}`, raw: '0x00' })).toBe('refused');
  });
}

export function describeRehearsals(get: Get): void {
  it('tell whoever refuses from an account that holds too little, and send nothing', async () => {
    const { chain, payer, refusing, tokens } = get();
    const before = await chain.nonce(payer);
    const end = async (payment: ChainPayment, from = payer) => await chain.rehearse(from, payment, 60_000n);
    expect(await end({ coin: 'native', to: newStranger(), amount: toChainUnits(1n) })).toBe('good');
    expect(await end({ coin: 'native', to: refusing, amount: toChainUnits(1n) })).toBe('refused');
    expect(await end({ coin: 'native', to: refusing, amount: toChainUnits(1n) }, newStranger())).toBe(
      'unclear',
    );
    for (const to of [newStranger(), refusing]) {
      expect(await end({ coin: tokens.good, to, amount: toChainUnits(1n) })).toBe('good');
      expect(await end({ coin: tokens.good, to, amount: toChainUnits(10n ** 30n) })).toBe('unclear');
    }
    expect(await chain.nonce(payer)).toBe(before);
  });

  it('are right: what is sent all the same fails, and costs its gas', async () => {
    const setup = get();
    const { chain, sign, mine, refusing } = setup;
    const signed = await sign(
      await draftOf(setup, { coin: 'native', to: refusing, amount: toChainUnits(1n) }),
    );
    await chain.broadcast(signed);
    await mine();
    const mined = await getMined(chain, signed.txId);
    expect(mined).toMatchObject({ isGood: false, transfers: [] });
    expect(mined.feePaid).toBeGreaterThan(0n);
  });
}

export function describeFees(get: Get): void {
  it('that were asked for are enough, for tokens and for the native coin', async () => {
    const setup = get();
    const { chain, payer, tokens } = setup;
    for (const coin of ['native', tokens.good] as const) {
      const fee = await chain.feeFor(payer, { coin, to: newStranger(), amount: toChainUnits(1n) });
      expect(fee.gas).toBeGreaterThanOrEqual(21_000n);
      expect(fee.feeMax).toBeGreaterThanOrEqual(fee.tip);
      expect(await chain.isUnderpriced(fee)).toBe(false);
    }
  });

  it('follow a market that rose sixty times, and the dearer transaction is the one that pays, once', async () => {
    const setup = get();
    const { chain, sign, mine, setBaseFee } = setup;
    const payee = newStranger();
    await setBaseFee(gwei);
    await mine();
    const before = await draftOf(setup, { coin: 'native', to: payee, amount: toChainUnits(6n) });
    const cheap = await sign(before);
    await chain.broadcast(cheap);
    await setBaseFee(60n * gwei);
    await mine();
    expect(await chain.transaction(cheap.txId)).not.toMatchObject({ state: 'mined' });
    expect(await chain.isUnderpriced(before.fee)).toBe(true);
    const fee = await chain.feeToReplace(before.fee);
    expect(fee.feeMax * 100n).toBeGreaterThanOrEqual(before.fee.feeMax * 110n);
    expect(fee.tip * 100n).toBeGreaterThanOrEqual(before.fee.tip * 110n);
    expect(await chain.isUnderpriced(fee)).toBe(false);
    const dear = await sign({ ...before, fee });
    expect(await chain.broadcast(dear)).toBe('accepted');
    await mine(2);
    expect(await getMined(chain, dear.txId)).toMatchObject({ isGood: true });
    expect(await chain.transaction(cheap.txId)).not.toMatchObject({ state: 'mined' });
    expect(await chain.balance(payee, 'native')).toBe(6n);
    await setBaseFee(gwei);
    await mine();
  });

  it('grow by a tenth, rounded up, where the market did not rise', async () => {
    const { chain } = get();
    const fee = await chain.feeToReplace({ gas: 21_000n, feeMax: 10n ** 12n + 1n, tip: 10n ** 11n + 1n });
    expect(fee).toEqual({ gas: 21_000n, feeMax: 1_100_000_000_002n, tip: 110_000_000_002n });
  });

  it('are paid by a cancel that moves nothing', async () => {
    const setup = get();
    const { chain, payer, sign, mine } = setup;
    const payee = newStranger();
    const draft = await draftOf(
      setup,
      { coin: 'native', to: payee, amount: toChainUnits(5n) },
      { kind: 'cancel' },
    );
    const signed = await sign(draft);
    expect(await chain.broadcast(signed)).toBe('accepted');
    await mine();
    const mined = await getMined(chain, signed.txId);
    expect(mined).toMatchObject({ isGood: true, transfers: [] });
    expect(await chain.balance(payee, 'native')).toBe(0n);
    expect(await chain.nonce(payer)).toBe(draft.nonce + 1n);
  });
}
