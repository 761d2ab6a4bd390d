/**
 * What a scanned text asks for: a person to pay, an invitation, a payment request of a chain, a link, or only a text
 * (spec/routes.json "Scan"). Pure. Nothing that is read here is done without a press, and every value is checked again
 * where it is used.
 */
import { isWalletAddress } from '@marigold/contract/rules/addresses';
import { writeDecimal } from '@marigold/money/amount';

import { type LinkSettings, readLink } from '../../lib/route/links.ts';
import { parseSearch, type RawSearch } from '../../lib/route/search-text.ts';

export type ScanChain = 'ethereum' | 'tron';

export type Scanned =
  /** A person of Marigold to pay, as typed or by internal code; the currency and amount asked for may come with it. */
  | {
      readonly kind: 'payee';
      readonly to: string;
      readonly currency?: string;
      readonly amount?: string;
    }
  | { readonly kind: 'invitation'; readonly code: string }
  /** A page of this app. */
  | { readonly kind: 'page'; readonly address: string }
  /** Somebody else's page; open-link.ts knows how it may be opened. */
  | { readonly kind: 'link'; readonly address: string }
  /** Has the shape of a wallet's address on a chain; its checksum is not looked at. */
  | { readonly kind: 'walletAddress'; readonly chain: ScanChain; readonly address: string }
  | PaymentUri
  /** Anything else, to be shown as a text with a warning. */
  | { readonly kind: 'text'; readonly text: string };

/** A request of a chain's wallet: EIP-681 `ethereum:…`, or `tron:…`. */
export type PaymentUri = {
  readonly kind: 'paymentUri';
  readonly chain: ScanChain;
  /** Who is paid. */
  readonly address: string;
  /** Decimal number of the network, where the request names one. */
  readonly chainId?: string;
  /** The contract of the token; without it the chain's own coin is meant. */
  readonly token?: string;
  /** In whole coins. */
  readonly amount?: string;
  /** In the smallest unit of the token, whose decimals only its contract knows. */
  readonly units?: string;
};

export const scannedLengthMax = 2048;

const uidSyntax = /^[1-9]\d{8}$/;
const payeeSyntax = /^[\x21-\x7e]{4,254}$/;
const currencySyntax = /^[A-Z0-9]{2,10}$/;
const amountSyntax = /^(0|[1-9]\d{0,19})(\.\d{1,18})?$/;
const inviteCodeSyntax = /^[A-Z0-9]{6}$/;

/** Reads one scanned or pasted text; never throws. */
export function readScan(scanned: string, settings: LinkSettings): Scanned {
  const text = scanned.trim();
  const asText = { kind: 'text', text } as const;
  if (text.length > scannedLengthMax) return asText;
  if (uidSyntax.test(text)) return { kind: 'payee', to: text };
  const walletAddress = readWalletAddress(text);
  if (walletAddress !== undefined) return { kind: 'walletAddress', ...walletAddress };
  if (/^(ethereum|tron):/i.test(text)) return readPaymentUri(text) ?? asText;
  return readInvitation(text, settings) ?? readPlainLink(text, settings) ?? asText;
}

/** An own page, somebody else's page or neither; a page to pay somebody is read as the payee it names. */
function readPlainLink(text: string, settings: LinkSettings): Scanned | undefined {
  const link = readLink(text, settings);
  if (link.kind === 'refused') return undefined;
  if (link.kind !== 'page') return { kind: 'link', address: link.address };
  const isTransfer = link.address.startsWith('/pages/exchange/transfer');
  return (isTransfer ? readPayee(queryOf(text)) : undefined) ?? { kind: 'page', address: link.address };
}

function readPayee({ to = '', currency = '', amount = '' }: RawSearch): Scanned | undefined {
  if (!payeeSyntax.test(to)) return undefined;
  return {
    kind: 'payee',
    to,
    ...(currencySyntax.test(currency) ? { currency } : {}),
    ...(isAmount(amount) ? { amount } : {}),
  };
}

/** An invitation may lead to any path of ours, the ones that are no page of this version included. */
function readInvitation(text: string, { origin }: LinkSettings): Scanned | undefined {
  const search = queryOf(text);
  const code = search['invitecode']?.trim().toUpperCase() ?? '';
  if (!inviteCodeSyntax.test(code) || 'to' in search) return undefined;
  const path = text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
  const isOwn = /^\/(?![/\\])/.test(path) && !/[\p{Cc}\p{Cf}\\]/u.test(path);
  return isOwn ? { kind: 'invitation', code } : undefined;
}

function queryOf(text: string): RawSearch {
  return parseSearch(/^[^?#]*\?([^#]*)/.exec(text)?.[1] ?? '');
}

function readWalletAddress(
  text: string,
): { readonly chain: ScanChain; readonly address: string } | undefined {
  if (isWalletAddress('TRC20', text)) return { chain: 'tron', address: text };
  if (isWalletAddress('ERC20', text)) return { chain: 'ethereum', address: text };
  return undefined;
}

function readPaymentUri(uri: string): PaymentUri | undefined {
  const [, scheme = '', path = '', query = ''] = /^([a-z]+):([^?#]*)(?:\?([^#]*))?$/i.exec(uri) ?? [];
  const search = parseSearch(query);
  return scheme.toLowerCase() === 'tron' ? readTron(path, search) : readEthereum(path, search);
}

/** `tron:T…?amount=12.5&token=T…`: wallets write whole coins, also of a token. */
function readTron(path: string, { amount, token }: RawSearch): PaymentUri | undefined {
  const address = path.replace(/^\/\//, '');
  const isToken = token !== undefined && isWalletAddress('TRC20', token);
  // What cannot be understood whole is not paid in part: a token that is none would turn into coins.
  if (!isWalletAddress('TRC20', address) || (token !== undefined && !isToken)) return undefined;
  if (amount !== undefined && !isAmount(amount)) return undefined;
  return {
    kind: 'paymentUri',
    chain: 'tron',
    address,
    ...(isToken ? { token } : {}),
    ...(amount === undefined ? {} : { amount }),
  };
}

/** EIP-681: `ethereum:0x…@1?value=1.5e18`, or `ethereum:<token>@1/transfer?address=0x…&uint256=5e6`. */
function readEthereum(path: string, search: RawSearch): PaymentUri | undefined {
  const match = /^(?:pay-)?(0x[0-9a-f]{40})(?:@([1-9]\d{0,15}))?(?:\/([a-zA-Z]\w{0,40}))?$/i.exec(path);
  const [, target, chainId, call] = match ?? [];
  if (target === undefined) return undefined;
  const chain = {
    kind: 'paymentUri',
    chain: 'ethereum',
    ...(chainId === undefined ? {} : { chainId }),
  } as const;
  if (call === undefined) {
    const wei = readUnits(search['value']);
    if (wei === null) return undefined;
    return {
      ...chain,
      address: target,
      ...(wei === undefined || wei === 0n
        ? {}
        : { amount: writeDecimal({ digits: wei, scale: etherScale }) }),
    };
  }
  const { address = '', uint256 } = search;
  const units = readUnits(uint256);
  // A call of a contract that is no plain transfer of a token is nothing to pay; ether would be sent along by `value`.
  if (call !== 'transfer' || !/^0x[0-9a-f]{40}$/i.test(address) || 'value' in search || units === null)
    return undefined;
  return { ...chain, address, token: target, ...(units === undefined ? {} : { units: String(units) }) };
}

const unitDigitsMax = 38;
const etherScale = 18;

/** A number of EIP-681 (`150`, `1.5e18`) as whole units; undefined when there is none, null when it is no such number. */
function readUnits(text: string | undefined): bigint | undefined | null {
  if (text === undefined) return undefined;
  const match = /^(\d{1,38})(?:\.(\d{1,38}))?(?:e(\d{1,2}))?$/i.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const zeros = Number(exponent) - fraction.length;
  if (zeros < 0 || whole.length + Number(exponent) > unitDigitsMax) return null;
  return BigInt(whole + fraction + '0'.repeat(zeros));
}

/** An amount to ask for; nought asks for nothing. */
function isAmount(text: string): boolean {
  return amountSyntax.test(text) && /[1-9]/.test(text);
}
