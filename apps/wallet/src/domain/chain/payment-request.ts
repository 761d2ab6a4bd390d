/**
 * Payment requests of chains (EIP-681), written for an own address and understood where one was scanned. Pure. What a
 * request says is data: an address is judged by the server before anything is sent there.
 */
import { parseUnits, writeDecimal } from '@marigold/money/amount';

import type { TransferSearch } from '../../lib/route/paths.ts';
import type { ListedChain } from './chain-queries.ts';
import type { Currency, CurrencyChain } from './deposit-queries.ts';
import type { Scanned } from './scan.ts';

type Unit = Pick<CurrencyChain, 'contract' | 'scale'>;

/**
 * The payment URI of an own address with an amount: `ethereum:<token>@1/transfer?address=0x…&uint256=…` or
 * `ethereum:0x…@1?value=…`. Undefined for nothing and for amounts finer than the chain can move.
 */
export function requestUri(uri: string, { contract, scale }: Unit, amount: string): string | undefined {
  const units = parseUnits(amount, Math.max(scale, decimalsOf(amount)));
  const finer = 10n ** BigInt(Math.max(0, decimalsOf(amount) - scale));
  if (units === undefined || units === 0n || units % finer !== 0n) return undefined;
  const name = contract === null ? 'value' : 'uint256';
  return `${uri}${uri.includes('?') ? '&' : '?'}${name}=${units / finer}`;
}

function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

/** What can be done with a scanned address or request. */
export type Payable =
  | { readonly kind: 'pay'; readonly search: TransferSearch }
  /** A chain, a token that is not listed here; or one that nothing goes out on just now. */
  | { readonly kind: 'otherChain' }
  | { readonly kind: 'otherToken' }
  | { readonly kind: 'closed' };

type ScannedAddress = Extract<Scanned, { readonly kind: 'walletAddress' | 'paymentUri' }>;

/** Reads who, where, what and how much out of a scanned address or request, as far as it says. */
export function readPayable(
  scanned: ScannedAddress,
  chains: readonly ListedChain[],
  currencies: readonly Currency[],
): Payable {
  const chain = findChain(scanned, chains);
  if (chain === undefined) return { kind: 'otherChain' };
  const address = { address: scanned.address, chain: chain.chain };
  const listed = currencies.flatMap((currency) =>
    currency.chains.filter((row) => row.chain === chain.chain).map((row) => ({ currency, row })),
  );
  if (scanned.kind === 'walletAddress')
    return listed.some(({ row }) => row.payoutOpen) ? { kind: 'pay', search: address } : { kind: 'closed' };
  const { token } = scanned;
  const match = listed.find(({ row }) => isSameToken(row.contract, token));
  if (match === undefined) return { kind: 'otherToken' };
  if (!match.row.payoutOpen) return { kind: 'closed' };
  const amount = requestedAmount(scanned, match.row);
  return {
    kind: 'pay',
    search: { ...address, currency: match.currency.code, ...(amount === undefined ? {} : { amount }) },
  };
}

/** A request without a chain id is of the first chain of its family, as a plain address is. */
function findChain(scanned: ScannedAddress, chains: readonly ListedChain[]): ListedChain | undefined {
  const family = scanned.chain === 'tron' ? 'tron' : 'evm';
  const chainId = scanned.kind === 'paymentUri' ? scanned.chainId : undefined;
  return chains.find(
    (one) =>
      one.family === family && one.state !== 'off' && (chainId === undefined || one.networkId === chainId),
  );
}

function isSameToken(listed: string | null, match: string | undefined): boolean {
  if (listed === null || match === undefined) return listed === null && match === undefined;
  return listed.toLowerCase() === match.toLowerCase();
}

function requestedAmount(
  { amount, units }: Extract<Scanned, { readonly kind: 'paymentUri' }>,
  { scale }: Unit,
): string | undefined {
  const match = units === undefined ? amount : writeDecimal({ digits: BigInt(units), scale });
  return match !== undefined && /[1-9]/.test(match) ? match : undefined;
}
