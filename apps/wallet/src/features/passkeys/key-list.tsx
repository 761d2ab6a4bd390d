import type { Passkey } from '@marigold/contract/calls/passkey';

import { localhostAddress, passkeySupport } from '../../domain/verification/passkey.ts';
import { serverClock } from '../../lib/device/clock.ts';
import { useRead } from '../../lib/query/queries.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { LogOutOthers } from '../../screen/log-out-others.tsx';
import { Screen } from '../../screen/screen.tsx';
import { ReadFailed, WaitingRows } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Note } from '../../ui/base/note.tsx';
import { List, ListGlyph, ListRow } from '../../ui/list/list.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

type KeyListProps = {
  readonly back: string;
  /** A key was added or removed a moment ago. */
  readonly hasChanged: boolean;
  readonly onAdd: () => void;
  readonly onOpen: (passkey: Passkey) => void;
};

/** The keys there are, and the way to another one where this browser can make one. */
export function KeyList({ back, hasChanged, onAdd, onOpen }: KeyListProps) {
  const t = useText();
  const { data, error, isError, refetch } = useRead('user/passkey/list', {});
  const support = passkeySupport();
  return (
    <Screen
      width="480"
      back={back}
      foot={
        support === 'yes' ? (
          <Button kind="primary" icon="fingerprint" onPress={onAdd}>
            {t('passkeys.add')}
          </Button>
        ) : undefined
      }
    >
      <p className="mt-2 mb-4 type-sm text-ink-2">{t('passkeys.about')}</p>
      {data !== undefined ? (
        <Keys list={data.list} onOpen={onOpen} />
      ) : isError ? (
        <ReadFailed isInline error={error} reason={t('passkeys.failed')} onRetry={refetch} />
      ) : (
        <WaitingRows rows={2} />
      )}
      {hasChanged ? (
        <>
          <FreezeNote className="mt-4" />
          <LogOutOthers />
        </>
      ) : null}
      {support === 'yes' ? null : (
        <div className="mt-4">
          <Note tone="info">
            <p>{t(support === 'no' ? 'passkeys.unsupported' : 'passkeys.localhost')}</p>
            {support === 'localhost' ? (
              <a className="link" href={localhostAddress()}>
                {t('passkeys.openLocalhost')}
              </a>
            ) : null}
          </Note>
        </div>
      )}
    </Screen>
  );
}

function Keys({ list, onOpen }: Pick<KeyListProps, 'onOpen'> & { readonly list: readonly Passkey[] }) {
  const t = useText();
  if (list.length === 0) return <EmptyState title={t('passkeys.none')} reason={t('passkeys.noneText')} />;
  return (
    <List label={t('profile.passkeys')}>
      {list.map((passkey) => (
        <ListRow
          key={passkey.id}
          hasCaret
          glyph={<ListGlyph icon="fingerprint" tone={passkey.state === 'doubtful' ? 'bad' : 'plain'} />}
          title={passkey.name}
          detail={
            <span className="whitespace-normal">
              <KeyState passkey={passkey} />
            </span>
          }
          onPress={() => onOpen(passkey)}
        />
      ))}
    </List>
  );
}

/** What matters most of a key now. */
export function KeyState({ passkey }: { readonly passkey: Passkey }) {
  const t = useText();
  const { state, moneyTime, lastTime, createdTime } = passkey;
  if (state === 'doubtful') return t('passkeys.doubtful');
  if (moneyTime > serverClock.now()) return t('passkeys.moneyFrom', { time: momentText(moneyTime) });
  return lastTime === null
    ? t('passkeys.made', { time: momentText(createdTime) })
    : t('passkeys.used', { time: momentText(lastTime) });
}
