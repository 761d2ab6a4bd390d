/** What the receive pages show, copy, share and save: the internal code, or an own address on a chain. */
import { chainName, type ReceivingAddress } from '../../domain/chain/deposit-queries.ts';
import { requestUri } from '../../domain/chain/payment-request.ts';
import { useSession } from '../../lib/device/session.ts';
import { paths } from '../../lib/route/paths.ts';
import { savePicture, share } from '../../lib/route/share.ts';
import { coinText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { drawPoster } from '../../ui/address/poster.ts';
import type { ReceiveWay } from './receive-way.ts';

export type ReceiveCode = {
  /** What is read and copied: the internal code, or the address. */
  readonly text: string;
  /** What a camera reads. */
  readonly qrText: string;
  readonly label: string;
  /** What is asked for, in words; undefined while nothing is. */
  readonly requested: string | undefined;
  readonly save: () => Promise<void>;
  readonly share: () => Promise<void>;
};

/** How this person is paid by anybody on Marigold: our transfer page, filled in. Undefined for a visitor. */
export function useInternalCode(
  currency: string | undefined,
  amount: string | undefined,
): ReceiveCode | undefined {
  const t = useText();
  const { user } = useSession();
  if (user === undefined) return undefined;
  const { uid, nickname } = user;
  const isAsking = currency !== undefined && amount !== undefined;
  const requested = isAsking ? t('receive.asked', { amount: coinText(amount, currency) }) : undefined;
  const wanted = {
    ...(currency === undefined ? {} : { currency }),
    ...(isAsking ? { amount } : {}),
  };
  const link = window.location.origin + paths.transfer({ to: uid, ...wanted });
  const title = t('receive.title', { name: nickname });
  const draw = async () =>
    await drawPoster({
      title,
      qrText: link,
      lines: [nickname, uid, ...(requested === undefined ? [] : [requested])],
      note: t('receive.posterNote'),
    });
  return {
    text: uid,
    qrText: link,
    label: t('receive.qr', { name: nickname }),
    requested,
    save: async () => await savePicture(draw, `marigold-${uid}.png`),
    share: async () => await share({ title, url: link }),
  };
}

/** Half of an address stands on one line of a picture. */
const pictureLine = 21;

/**
 * An own address. The bare address is what every wallet reads; a request of EIP-681 stands in the code only where an
 * amount is asked for, because a wallet that reads half of it could pay the token's contract.
 */
export function useAddressCode(
  way: Extract<ReceiveWay, { kind: 'chain' }> | undefined,
  own: ReceivingAddress | undefined,
  amount: string | undefined,
): ReceiveCode | undefined {
  const t = useText();
  if (way === undefined || own === undefined) return undefined;
  const { address } = own;
  const currency = way.currency.code;
  const network = chainName(way.chain);
  const uri = amount === undefined ? undefined : requestUri(own.uri, way.chain, amount);
  const requested =
    amount === undefined || uri === undefined
      ? undefined
      : t('receive.asked', { amount: coinText(amount, currency) });
  const title = t('receive.chainTitle', { currency, network });
  const qrText = uri ?? address;
  const draw = async () =>
    await drawPoster({
      title,
      qrText,
      lines: [
        ...(requested === undefined ? [] : [requested]),
        address.slice(0, pictureLine),
        address.slice(pictureLine),
      ],
      note: t('receive.chainOnly', { currency, network }),
    });
  return {
    text: address,
    qrText,
    label: t('receive.qrAddress', { currency, network }),
    requested,
    save: async () => await savePicture(draw, `marigold-${currency}-${way.chain.chain}.png`),
    share: async () => await share({ title, text: qrText }),
  };
}
