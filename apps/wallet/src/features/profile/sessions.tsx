import type { DeviceSession } from '@marigold/contract/calls/session';
import { useState } from 'react';

import { endSessions, useSessions } from '../../domain/account/sessions.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { Tag } from '../../ui/base/tag.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';
import { ConfirmSheet } from '../../ui/sheet/confirm-sheet.tsx';
import { useDeviceName } from './device-name.ts';
import { placeText } from './place.ts';

/** What is about to be logged out: one device, or all but this one. */
type Ending = DeviceSession | 'others';

/** Where the account is open, with the way to close each place. */
export function Sessions() {
  const t = useText();
  const { data, error, isError, refetch } = useSessions();
  const [ending, setEnding] = useState<Ending>();
  const list = data?.list ?? [];
  return (
    <>
      <SectionHead isQuiet title={t('profile.devices')} />
      {data !== undefined ? (
        <List label={t('profile.devices')}>
          {list.map((session) => (
            <Device key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </List>
      ) : isError ? (
        <ReadFailed isInline error={error} reason={t('profile.devicesFailed')} onRetry={refetch} />
      ) : (
        <WaitingRows rows={2} />
      )}
      {list.length > 1 ? (
        <div className="mt-3">
          <Button kind="danger" onPress={() => setEnding('others')}>
            {t('profile.endOthers')}
          </Button>
        </div>
      ) : null}
      <EndSheet ending={ending} onClose={() => setEnding(undefined)} />
    </>
  );
}

function Device({ session, onEnd }: { readonly session: DeviceSession; readonly onEnd: () => void }) {
  const t = useText();
  const { address, country, isCurrent, isTrusted, lastTime } = session;
  const name = useDeviceName(session.device);
  const used = isCurrent ? t('profile.activeNow') : t('profile.lastUsed', { time: momentText(lastTime) });
  const facts = [used, placeText(address, country), isTrusted ? t('profile.trusted') : null];
  return (
    <ListRow
      glyph={<ListGlyph icon="devices" tone={isCurrent ? 'ok' : 'plain'} />}
      title={name}
      detail={<span className="whitespace-normal">{facts.filter((fact) => fact !== null).join(' · ')}</span>}
      value={
        isCurrent ? (
          <Tag tone="ok">{t('profile.thisDevice')}</Tag>
        ) : (
          <Button size="small" onPress={onEnd}>
            {t('profile.end')}
            <span className="visually-hidden">{`: ${name}`}</span>
          </Button>
        )
      }
    />
  );
}

/** Asks once. The sheet keeps its words while it closes. */
function EndSheet({
  ending,
  onClose,
}: {
  readonly ending: Ending | undefined;
  readonly onClose: () => void;
}) {
  const t = useText();
  const [last, setLast] = useState<Ending>('others');
  if (ending !== undefined && ending !== last) setLast(ending);
  const name = useDeviceName(last === 'others' ? '' : last.device);

  async function end(): Promise<void> {
    const input = last === 'others' ? ({ others: true } as const) : { id: last.id };
    const count = await endSessions(input);
    if (count === undefined) return;
    onClose();
    showToast({ text: t('profile.ended', { count }) });
  }

  return (
    <ConfirmSheet
      isOpen={ending !== undefined}
      onClose={onClose}
      title={last === 'others' ? t('profile.endOthersAsk') : t('profile.endAsk', { device: name })}
      text={t('profile.endNote')}
      confirmLabel={t(last === 'others' ? 'profile.endOthers' : 'profile.end')}
      onConfirm={end}
      busyLabel={t('profile.ending')}
      cancelLabel={t('shell.cancel')}
      closeLabel={t('shell.close')}
      isDangerous
    />
  );
}
