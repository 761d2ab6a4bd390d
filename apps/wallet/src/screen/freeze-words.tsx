/** The words of a freeze: fetched by `FreezeNote` with the texts that they say. */
import type { FreezeArea, FreezeReason, LiftedBy } from '@marigold/guard/freezes';
import { dayMs, hourMs, minuteMs } from '@marigold/money/spans';
import type { ReactElement } from 'react';

import { endOf, type HeldFreeze } from '../domain/account/freezes.ts';
import { useHeldFreezes } from '../domain/account/use-freeze.ts';
import { serverClock } from '../lib/device/clock.ts';
import { PageLink } from '../lib/route/link.tsx';
import { paths } from '../lib/route/paths.ts';
import { useSecondsLeft } from '../lib/text/countdown.ts';
import { clockText, momentText } from '../lib/text/format.ts';
import { currentLanguage, languages, useText, type WalletTextId } from '../lib/text/i18n.ts';
import { Note } from '../ui/base/note.tsx';
import { areasText } from './freeze-areas.ts';

export type FreezeWordsProps = {
  readonly freezes: readonly HeldFreeze[];
  /** Only freezes of one of these areas stand on the page; left out: all. */
  readonly areas?: readonly FreezeArea[];
  /** The room around the note, where it is there. */
  readonly className?: string;
};

const reasonTexts: Readonly<Record<FreezeReason, WalletTextId>> = {
  passwordChanged: 'freeze.reason.passwordChanged',
  passwordReset: 'freeze.reason.passwordReset',
  passwordResetStrong: 'freeze.reason.passwordReset',
  payPasswordReset: 'freeze.reason.payPasswordReset',
  contactChanged: 'freeze.reason.contactChanged',
  googleBound: 'freeze.reason.googleBound',
  passkeyAdded: 'freeze.reason.passkeyAdded',
  strongRemoved: 'freeze.reason.strongRemoved',
  caseFactor: 'freeze.reason.caseFactor',
  casePassword: 'freeze.reason.casePassword',
  notMe: 'freeze.reason.notMe',
  sessionCopied: 'freeze.reason.sessionCopied',
  lifted: 'freeze.reason.lifted',
  operator: 'freeze.reason.operator',
  closing: 'freeze.reason.closing',
  identityDisabled: 'freeze.reason.identityDisabled',
};

type WayOut = { readonly text: WalletTextId; readonly label: WalletTextId; readonly to: () => string };
const self: WayOut = { text: 'freeze.unlock', label: 'freeze.unlockAction', to: () => paths.notMe() };
const identity: WayOut = { text: 'freeze.verify', label: 'freeze.verifyAction', to: () => paths.kyc() };
const support: WayOut = { text: 'freeze.askUs', label: 'freeze.contact', to: () => paths.contact() };

/** Where whoever may lift a freeze goes to do it; time needs no way. The strongest of several is the first. */
const waysOut: readonly (readonly [Exclude<LiftedBy, 'time'>, WayOut])[] = [
  ['self', self],
  ['identity', identity],
  ['support', support],
];

/** One note for everything that is frozen: what, until when and why; then what still works, and the way out. */
export function FreezeWords({ freezes, areas, className }: FreezeWordsProps): ReactElement | null {
  const t = useText();
  const held = useHeldFreezes(freezes);
  const causes = causesOf(held).filter(
    (cause) => areas === undefined || cause.some(({ area }) => areas.includes(area)),
  );
  if (causes.length === 0) return null;
  const way = waysOut.find(([who]) => causes.some((cause) => cause.some(({ liftedBy }) => liftedBy === who)));
  return (
    <section className={className} aria-label={areasText(causes.flat().map(({ area }) => area))}>
      <Note tone="warn">
        <div className="grid gap-2">
          {causes.map((cause) => (
            <Cause key={cause.map(({ area }) => area).join(' ')} cause={cause} />
          ))}
          <p>{t('freeze.works', { open: openOf(held) })}</p>
          <Way way={way?.[1]} />
        </div>
      </Note>
    </section>
  );
}

/** Areas that one event froze until one moment, together. */
function causesOf(held: readonly HeldFreeze[]): (readonly [HeldFreeze, ...HeldFreeze[]])[] {
  return held.flatMap((first, place) => {
    const isAlike = ({ reason, until }: HeldFreeze) => reason === first.reason && until === first.until;
    if (held.findIndex(isAlike) < place) return [];
    return [[first, ...held.slice(place + 1).filter(isAlike)] as const];
  });
}

function openOf(held: readonly HeldFreeze[]): 'both' | 'payout' | 'trade' | 'none' {
  const isOpen = (area: FreezeArea) => !held.some((freeze) => freeze.area === area);
  if (isOpen('payout')) return isOpen('trade') ? 'both' : 'payout';
  return isOpen('trade') ? 'trade' : 'none';
}

function Cause({ cause }: { readonly cause: readonly [HeldFreeze, ...HeldFreeze[]] }): ReactElement {
  const t = useText();
  const [first] = cause;
  return (
    <div>
      <p className="type-body-b">{t('freeze.title', { areas: areasText(cause.map(({ area }) => area)) })}</p>
      {first.until === null ? <p>{t('freeze.untilLifted')}</p> : <Until freeze={first} />}
      <p>{t(reasonTexts[first.reason])}</p>
    </div>
  );
}

function Until({ freeze }: { readonly freeze: HeldFreeze }): ReactElement {
  const t = useText();
  const end = endOf(freeze);
  const seconds = useSecondsLeft(serverClock.onDevice(end));
  const leftMs = Math.ceil((seconds * 1000) / minuteMs) * minuteMs;
  // A day or so is waited for by the hour.
  const days = leftMs < 2 * dayMs ? 0 : Math.floor(leftMs / dayMs);
  const left = t('freeze.left', {
    days,
    hours: Math.floor((leftMs - days * dayMs) / hourMs),
    minutes: (leftMs % hourMs) / minuteMs,
  });
  return (
    <p role="timer" aria-live="off" className="num">
      {t('freeze.until', { time: dayAndClock(end, leftMs), left })}
    </p>
  );
}

/** `Tue 14:05`; with its date where that weekday could be another one. */
function dayAndClock(timeMs: number, leftMs: number): string {
  if (leftMs > 6 * dayMs) return momentText(timeMs);
  const { lang } = languages[currentLanguage()];
  return `${new Intl.DateTimeFormat(lang, { weekday: 'short' }).format(timeMs)} ${clockText(timeMs)}`;
}

function Way({ way }: { readonly way: WayOut | undefined }): ReactElement {
  const t = useText();
  if (way === undefined) return <p>{t('freeze.byItself')}</p>;
  return (
    <p>
      {`${t(way.text)} `}
      <PageLink to={way.to()} className="type-sm-b underline">
        {t(way.label)}
      </PageLink>
    </p>
  );
}
