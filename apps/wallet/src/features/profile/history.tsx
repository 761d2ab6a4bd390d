import type { SecurityEvent } from '@marigold/contract/calls/session';

import { listEnd } from '../../lib/query/list-end.ts';
import { useReadList } from '../../lib/query/queries.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import type { IconName } from '../../ui/base/icon-names.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListEnd } from '../../ui/list/list-end.tsx';
import { ListGlyph, ListRow } from '../../ui/list/list.tsx';
import { LongList } from '../../ui/list/long-list.tsx';
import { useDeviceName } from './device-name.ts';
import { placeText } from './place.ts';

const size = 50;

/** Log-ins and changes of secrets, the newest first. */
export function SecurityHistory() {
  const t = useText();
  const log = useReadList('user/security/log', { size });
  const events = log.data?.pages.flatMap(({ list }) => list);
  return (
    <>
      <SectionHead isQuiet title={t('profile.history')} />
      {events !== undefined ? (
        <>
          {events.length === 0 ? (
            <p className="type-sm text-ink-3 px-1 py-3">{t('shell.noRecords')}</p>
          ) : (
            <LongList
              label={t('profile.history')}
              rows={events}
              keyOf={({ id }) => id}
              row={(event) => <EventRow event={event} />}
            />
          )}
          <ListEnd {...listEnd(log, t)} />
        </>
      ) : log.isError ? (
        <ReadFailed isInline error={log.error} reason={t('profile.historyFailed')} onRetry={log.refetch} />
      ) : (
        <WaitingRows rows={3} />
      )}
    </>
  );
}

/** What a person should look at twice stands out. */
const looks: Readonly<
  Record<SecurityEvent['event'], { readonly icon: IconName; readonly isAlarming?: true }>
> = {
  login: { icon: 'sign-in' },
  loginFailed: { icon: 'warning-circle-fill', isAlarming: true },
  loginCodeFailed: { icon: 'warning-circle-fill', isAlarming: true },
  newDevice: { icon: 'devices', isAlarming: true },
  newSessionHalf: { icon: 'devices' },
  sessionCopied: { icon: 'warning-circle-fill', isAlarming: true },
  logout: { icon: 'sign-out' },
  sessionRevoked: { icon: 'sign-out' },
  passwordChanged: { icon: 'lock-key' },
  passwordReset: { icon: 'lock-key', isAlarming: true },
  payPasswordSet: { icon: 'password' },
  payPasswordChanged: { icon: 'password' },
  payPasswordReset: { icon: 'password', isAlarming: true },
  payPasswordLocked: { icon: 'lock-simple', isAlarming: true },
  lockedByOwner: { icon: 'lock-simple', isAlarming: true },
  lockLifted: { icon: 'lock-key', isAlarming: true },
  googleBound: { icon: 'shield-check' },
  googleUnbound: { icon: 'shield-check', isAlarming: true },
  googleFailed: { icon: 'warning-circle-fill', isAlarming: true },
  recoveryCodesMade: { icon: 'shield-check' },
  recoveryCodeUsed: { icon: 'shield-check', isAlarming: true },
  passkeyAdded: { icon: 'shield-check' },
  passkeyRemoved: { icon: 'shield-check', isAlarming: true },
  passkeyDoubtful: { icon: 'warning-circle-fill', isAlarming: true },
  limitsChanged: { icon: 'sliders-horizontal' },
};

function EventRow({ event: { event, device, address, country, time } }: { readonly event: SecurityEvent }) {
  const t = useText();
  const { icon, isAlarming } = looks[event];
  const name = useDeviceName(device);
  const place = placeText(address, country);
  const where = place === null ? name : `${name} · ${place}`;
  return (
    <ListRow
      glyph={<ListGlyph icon={icon} tone={isAlarming ? 'bad' : 'plain'} />}
      title={t(`profile.event.${event}`)}
      detail={
        <span className="whitespace-normal">
          {where}
          <span className="block num">{dateTimeText(time)}</span>
        </span>
      }
    />
  );
}
