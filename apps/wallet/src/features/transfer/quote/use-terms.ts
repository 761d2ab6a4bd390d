import type { Currency, CurrencyChain } from '@marigold/contract/base';
import { convertByPairHalfUp } from '@marigold/money/conversion';

import { useBalances, useCurrencies, useRates } from '../../../domain/asset/asset-queries.ts';
import { useTransferConfig } from '../../../domain/payee/payee-queries.ts';
import { useSession } from '../../../lib/device/session.ts';
import { type ReadError, ReadFailure } from '../../../lib/query/queries.ts';
import { fiatText } from '../../../lib/text/format.ts';
import type { TransferTerms, TransferForm } from '../form/order.ts';

type Balances = NonNullable<ReturnType<typeof useBalances>['data']>;
export type BalanceRow = Balances['list'][number];

export type TermsState = {
  /** What can be sent from in this mode. */
  readonly balances: readonly BalanceRow[];
  /** The asset that is sent; '' until it is known. */
  readonly currency: string;
  /** The chains it travels on; none inside Marigold. */
  readonly networks: readonly CurrencyChain[];
  readonly network: CurrencyChain | undefined;
  /** Nothing this person could hold travels on a chain. */
  readonly isStranded: boolean;
  /** Undefined while they are fetched. */
  readonly terms: TransferTerms | undefined;
  /** Whether the fee follows the network's cost. */
  readonly isFeeQuoted: boolean;
  /** Usual minutes until it is there. */
  readonly minutes: number | undefined;
  /** What the 24-hour limit leaves, in USD. */
  readonly leftToday: string | undefined;
  readonly hasPaymentPassword: boolean;
  /** Why nothing can be sent this way now, in a sentence. */
  readonly refused: string | undefined;
  readonly failure: ReadError | undefined;
  readonly retry: () => Promise<unknown>;
};

/** What may be sent of the wanted asset, or of the first one there is something of; on the wanted chain or its first. */
export function useTerms({ mode, currency: wanted, chain }: TransferForm): TermsState {
  const { user } = useSession();
  const balances = useBalances();
  const currencies = useCurrencies();
  const isOnChain = mode === 'onChain';
  const all = currencies.data?.list;
  const list = listFor(mode, balances.data?.list ?? [], all);
  const row =
    list.find(({ currency }) => currency === wanted) ??
    list.find(({ available }) => /[1-9]/.test(available)) ??
    list[0];
  const currency = row?.currency ?? '';
  const networks = isOnChain ? chainsOf(all, currency) : [];
  const network = networks.find((one) => one.chain === chain) ?? networks.find(isOpen) ?? networks[0];
  const config = useTransferConfig(currency, network?.chain);
  const { data } = config;
  const refusal = refusalOf(config.error);
  return {
    balances: list,
    currency,
    networks,
    network,
    isStranded: isOnChain && currency === '' && balances.data !== undefined && all !== undefined,
    terms: row === undefined || data === undefined ? undefined : { ...data, decimals: row.decimals },
    isFeeQuoted: data?.feeMode === 'quoted',
    minutes: data?.minutes,
    leftToday: data?.leftToday,
    // One that was set a moment ago is known to the session first.
    hasPaymentPassword: user?.hasPayPassword === true || data?.hasPayPassword !== false,
    refused: refusal,
    failure:
      failureOf(balances) ??
      (isOnChain ? failureOf(currencies) : undefined) ??
      (refusal === undefined ? failureOf(config) : undefined),
    retry: async () => {
      const terms = currency === '' ? [] : [config.refetch()];
      return await Promise.all([balances.refetch(), currencies.refetch(), ...terms]);
    },
  };
}

function listFor(
  mode: TransferForm['mode'],
  list: readonly BalanceRow[],
  all: readonly Currency[] | undefined,
): readonly BalanceRow[] {
  return mode === 'internal' ? list : list.filter(({ currency }) => chainsOf(all, currency).length > 0);
}

function chainsOf(all: readonly Currency[] | undefined, code: string): readonly CurrencyChain[] {
  return all?.find((currency) => currency.code === code)?.chains ?? [];
}

function isOpen({ payoutOpen }: CurrencyChain): boolean {
  return payoutOpen;
}

/** The "no" of a read, which is an answer and no failure. */
function refusalOf(error: ReadError | null): string | undefined {
  return error instanceof ReadFailure && error.failure.kind === 'refusal' ? error.failure.msg : undefined;
}

/** A read that failed matters only while there is nothing to show instead. */
function failureOf(query: { data: unknown; error: ReadError | null }): ReadError | undefined {
  return query.data === undefined ? (query.error ?? undefined) : undefined;
}

/** "$1,284.12" for an amount of an asset; undefined where no fresh rate is known or it would say the same twice. */
export function useQuoteEstimate(currency: string, decimal: string | undefined): string | undefined {
  const { data } = useRates();
  const rate = data?.list.find(({ base, stale }) => base === currency && !stale);
  if (data === undefined || rate === undefined || decimal === undefined || currency === data.fiat)
    return undefined;
  const worth = convertByPairHalfUp(decimal, rate.pair, { [rate.quote]: rate.rate });
  return worth === undefined ? undefined : fiatText(worth, data.fiat);
}
