/** Sending to a chain: fees of the market, and bytes to every provider. */
import {
  ChainUnavailable,
  type ChainAccount,
  type BroadcastAnswer,
  type ChainWriter,
  type ChainPayment,
  type Rehearsal,
  type Signed,
} from '@marigold/chain/port';

import { gasWithRoom, termsAt, termsToReplace, waitsInVain, type FeeMarket } from './fees.ts';
import { NodeRefused } from './node.ts';
import { isUnknownMethod, type Provider, type Providers } from './provider.ts';
import { transferData } from './token-abi.ts';
import { readWireAmount, readHash, readList, readRow } from './wire.ts';

/** A payment of the native coin to an account without code. */
const plainGas = 21_000n;
/** For a transfer that cannot be measured now: more than any listed token takes. */
const unmeasuredGas = 150_000n;

export function createWriter({ ask, all }: Providers): ChainWriter {
  return {
    async feeFor(from, payment) {
      return await ask(async (provider) => {
        const [gas, market] = await Promise.all([measureGas(provider, from, payment), readMarket(provider)]);
        return termsAt(market, gas);
      });
    },
    rehearse: async (from, payment, gas) =>
      await ask(async (provider) => await rehearse(provider, from, payment, gas)),
    feeToReplace: async (before) => termsToReplace(before, await ask(readMarket)),
    isUnderpriced: async (fee) => waitsInVain(fee, await ask(readMarket)),
    async broadcast(signed) {
      const answers = await Promise.all(all.map(async (provider) => await send(provider, signed)));
      // One that took it is enough; one that did not answer may have taken it.
      const order = ['accepted', 'known', 'unclear'] as const;
      return order.find((answer) => answers.includes(answer)) ?? 'refused';
    },
  };
}

async function measureGas({ node }: Provider, from: ChainAccount, payment: ChainPayment): Promise<bigint> {
  try {
    const measured = readWireAmount(await node.request('eth_estimateGas', [callOf(from, payment)]));
    return measured === plainGas ? plainGas : gasWithRoom(measured);
  } catch (error) {
    // The node ran it and it failed. What it would cost is asked all the same; whether it is sent is what `rehearse` is for.
    if (error instanceof NodeRefused) return payment.coin === 'native' ? plainGas : unmeasuredGas;
    throw error;
  }
}

/**
 * Nodes say why something failed each in its own words, so a payment that fails is held against one that only differs in
 * whom it pays: ourselves. And it is run once more, since what was missing may have come in between.
 */
async function rehearse(
  provider: Provider,
  from: ChainAccount,
  payment: ChainPayment,
  gas: bigint,
): Promise<Rehearsal> {
  const runs = async (paid: ChainPayment) => await isRun(provider, callOf(from, paid), gas);
  if (await runs(payment)) return 'good';
  if (!(await runs({ ...payment, to: from }))) return 'unclear';
  return (await runs(payment)) ? 'good' : 'refused';
}

async function isRun({ node }: Provider, call: Call, gas: bigint): Promise<boolean> {
  try {
    await node.request('eth_call', [{ ...call, gas: `0x${gas.toString(16)}` }, 'latest']);
    return true;
  } catch (error) {
    if (error instanceof NodeRefused) return false;
    throw error;
  }
}

type Call = Readonly<Record<'from' | 'to', ChainAccount>> &
  Readonly<Partial<Record<'value' | 'data', string>>>;

function callOf(from: ChainAccount, { coin, to, amount }: ChainPayment): Call {
  return coin === 'native'
    ? { from, to, value: `0x${amount.toString(16)}` }
    : { from, to: coin, data: transferData(to, amount) };
}

/** What the next block asks for. */
async function readMarket(provider: Provider): Promise<FeeMarket> {
  const { node } = provider;
  const [history, tip] = await Promise.all([
    node.request('eth_feeHistory', ['0x1', 'latest', []]),
    readTip(provider),
  ]);
  const bases = readList(readRow(history)['baseFeePerGas']).map(readWireAmount);
  const base = bases.at(-1);
  if (base === undefined) throw new ChainUnavailable(`${node.host} knows no base fee`);
  return { base, tip };
}

async function readTip({ node }: Provider): Promise<bigint> {
  try {
    return readWireAmount(await node.request('eth_maxPriorityFeePerGas'));
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    // The price that older nodes name holds base and tip; as a tip it is too much rather than too little.
    return readWireAmount(await node.request('eth_gasPrice'));
  }
}

/** Classifies how one provider took the bytes. Nothing about money may depend on it. */
async function send({ node, run }: Provider, signed: Signed): Promise<BroadcastAnswer> {
  try {
    return await run(async () => {
      try {
        const id = readHash(await node.request('eth_sendRawTransaction', [signed.raw]));
        return id === signed.txId.toLowerCase() ? 'accepted' : 'unclear';
      } catch (error) {
        if (!(error instanceof NodeRefused)) throw error;
        return /already (known|imported|exists)|known transaction|ALREADY_EXISTS/i.test(error.message)
          ? 'known'
          : 'refused';
      }
    });
  } catch {
    return 'unclear';
  }
}
