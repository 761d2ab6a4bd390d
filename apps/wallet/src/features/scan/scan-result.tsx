import { useState } from 'react';

import type { Scanned } from '../../domain/chain/scan.ts';
import { useCopyOutcome } from '../../lib/route/copy-outcome.ts';
import { displayHost } from '../../lib/route/host.ts';
import { go } from '../../lib/route/navigation.ts';
import { openLink } from '../../lib/route/open-link.ts';
import { paths } from '../../lib/route/paths.ts';
import { coinText } from '../../lib/text/format.ts';
import { type Say, useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { AddressText } from '../../ui/address/address-text.tsx';
import { Button } from '../../ui/base/button.tsx';
import { writeClipboard } from '../../ui/base/copy-button.tsx';
import { type ReadPayable, usePayable } from './use-payable.ts';

type Meaning = {
  readonly title: string;
  readonly text: string;
  /** What was read, to be seen whole before it is followed. */
  readonly content: string;
  /** The one thing to do with it; without it the text can be copied. */
  readonly action?: { readonly label: string; readonly isBusy?: boolean; readonly run: () => void };
};

type ScannedAddress = Extract<Scanned, { kind: 'walletAddress' | 'paymentUri' }>;

type ScanResultProps = { readonly scanned: Scanned | undefined; readonly onNext: () => void };

/** Says what a code is. Nothing happens before the press. */
export function ScanResult({ scanned, onNext }: ScanResultProps) {
  const t = useText();
  const say = useCopyOutcome();
  // The words stay while the sheet closes.
  const [current, setCurrent] = useState(scanned);
  if (scanned !== undefined && scanned !== current) setCurrent(scanned);
  const payable = usePayable(current);
  const meaning =
    current === undefined
      ? undefined
      : isAddress(current)
        ? addressMeaning(t, current, payable)
        : meaningOf(t, current);
  const { action } = meaning ?? {};
  return (
    <ScreenSheet
      isOpen={scanned !== undefined}
      onClose={onNext}
      title={meaning?.title ?? t('scan.found')}
      text={meaning?.text}
      foot={
        <>
          {action === undefined ? (
            <Button
              kind="primary"
              icon="copy-bold"
              onPress={async () => say(await writeClipboard(meaning?.content ?? ''))}
            >
              {t('scan.copy')}
            </Button>
          ) : (
            <Button kind="primary" isBusy={action.isBusy} onPress={action.run}>
              {action.label}
            </Button>
          )}
          <Button kind="secondary" onPress={onNext}>
            {t('scan.next')}
          </Button>
        </>
      }
    >
      <p className="max-h-40 overflow-y-auto rounded-md bg-sunken p-3 type-sm type-mono wrap-anywhere text-balance">
        {current !== undefined && isAddress(current) ? (
          <AddressText address={current.address} />
        ) : (
          meaning?.content
        )}
      </p>
    </ScreenSheet>
  );
}

function meaningOf(t: Say, scanned: Exclude<Scanned, ScannedAddress>): Meaning {
  switch (scanned.kind) {
    case 'payee':
      return payeeMeaning(t, scanned);
    case 'invitation':
      return {
        title: t('scan.invitationTitle'),
        text: t('scan.invitation', { code: scanned.code }),
        content: scanned.code,
      };
    case 'link':
      return {
        title: t('scan.linkTitle', { host: displayHost(new URL(scanned.address)) }),
        text: t('scan.link'),
        content: scanned.address,
        action: { label: t('scan.open'), run: () => openLink(scanned.address) },
      };
    case 'page':
      return {
        title: t('scan.pageTitle'),
        text: t('scan.link'),
        content: scanned.address,
        action: { label: t('scan.goPage'), run: () => go(scanned.address) },
      };
    case 'text':
      return { title: t('scan.textTitle'), text: t('scan.textWarn'), content: scanned.text };
  }
}

function payeeMeaning(t: Say, { to, currency, amount }: Extract<Scanned, { kind: 'payee' }>): Meaning {
  const asks = currency !== undefined && amount !== undefined;
  const search = {
    to,
    ...(currency === undefined ? {} : { currency }),
    ...(asks ? { amount } : {}),
  };
  return {
    title: t('scan.payeeTitle'),
    text: asks ? t('scan.payeeAmount', { amount: coinText(amount, currency) }) : t('scan.payee', { to }),
    content: to,
    action: { label: t('scan.pay'), run: () => go(paths.transfer(search)) },
  };
}

function isAddress(scanned: Scanned): scanned is ScannedAddress {
  return scanned.kind === 'walletAddress' || scanned.kind === 'paymentUri';
}

/** Where a scanned address leads, with what it asks for; never more than the server lists. */
function addressMeaning(t: Say, scanned: ScannedAddress, read: ReadPayable): Meaning {
  const title = t(scanned.kind === 'paymentUri' ? 'scan.requestTitle' : 'scan.addressTitle');
  const content = scanned.address;
  switch (read.kind) {
    case 'loading':
      return {
        title,
        text: t('scan.addressReading'),
        content,
        action: { label: t('scan.pay'), isBusy: true, run: () => undefined },
      };
    case 'failed':
      return {
        title,
        text: t('scan.addressFailed'),
        content,
        action: { label: t('shell.tapToRetry'), run: read.retry },
      };
    case 'pay': {
      const { search, network } = read;
      const { amount, currency } = search;
      const requested =
        amount !== undefined && currency !== undefined ? coinText(amount, currency) : currency;
      return {
        title,
        text:
          requested === undefined
            ? t('scan.addressOn', { network })
            : t('scan.requestOn', { what: requested, network }),
        content,
        action: { label: t('scan.pay'), run: () => go(paths.transfer(search)) },
      };
    }
    default:
      return { title, text: t(scanned.chain === 'tron' ? 'scan.tron' : `scan.${read.kind}`), content };
  }
}
