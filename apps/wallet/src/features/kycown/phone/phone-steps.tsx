/** What a phone shows around the photos it takes: whose they are, which are wanted, and that it is done. */
import { type ReactNode, useEffect } from 'react';

import type { PhoneItem, PhoneLink, PhonePhotos } from '../../../domain/kyc/kyc-phone.ts';
import { serverClock } from '../../../lib/device/clock.ts';
import { call } from '../../../lib/http/call.ts';
import { clockText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { EmptyState } from '../../../ui/page/empty-state.tsx';
import { forgetPhoneLink } from './phone-link.ts';
import { PhotoRows } from './photo-rows.tsx';

type ConfirmProps = { readonly photos: PhonePhotos; readonly onOwn: () => void };

/** Whose check it is comes before any photo: somebody may have sent a link of theirs. */
export function ConfirmAccount({ photos, onOwn }: ConfirmProps) {
  const t = useText();
  return (
    <Screen
      width="480"
      foot={
        <Button kind="primary" onPress={onOwn}>
          {t('kycown.phone.begin')}
        </Button>
      }
    >
      <Heading photos={photos} title={t('kycown.phone.confirmTitle')} />
      <Note tone="warn">{t('kycown.phone.warning')}</Note>
    </Screen>
  );
}

function Heading({ photos, title }: { readonly photos: PhonePhotos; readonly title: string }) {
  const t = useText();
  const { account, expires } = photos;
  return (
    <div className="mt-2 mb-5">
      <h2 className="type-1">{title}</h2>
      <p className="mt-1 type-sm text-ink-2">
        {t('kycown.phone.photosText', { account, time: clockText(serverClock.onDevice(expires)) })}
      </p>
    </div>
  );
}

type ListProps = {
  readonly link: PhoneLink;
  readonly photos: PhonePhotos;
  readonly onTake: (item: PhoneItem) => void;
  readonly onLeft: () => void;
};

export function PhotoList({ link, photos, onTake, onLeft }: ListProps) {
  const t = useText();
  const wanted = photos.photos.filter(({ isGiven }) => !isGiven);
  const [missing] = wanted;
  async function leave(): Promise<void> {
    const result = await call('kyc/phone/leave', { key: link.key }, { showErrors: true });
    if (!result.ok) return;
    forgetPhoneLink();
    onLeft();
  }
  const finish = (
    <Button kind={missing === undefined ? 'primary' : 'secondary'} onPress={leave}>
      {t('kycown.phone.finish')}
    </Button>
  );
  return (
    <Screen
      width="480"
      foot={
        <div className="grid grid-cols-1 gap-2">
          {missing === undefined ? null : (
            <Button kind="primary" icon="camera" onPress={() => onTake(missing.item)}>
              {t('kycown.phone.take')}
            </Button>
          )}
          {finish}
        </div>
      }
    >
      {missing === undefined ? (
        <div className="mt-2 mb-5">
          <h2 className="type-1">{t('kycown.phone.doneTitle')}</h2>
          <p className="mt-1 type-sm text-ink-2">{t('kycown.phone.doneText')}</p>
        </div>
      ) : (
        <Heading photos={photos} title={t('kycown.phone.wantedTitle', { count: wanted.length })} />
      )}
      <PhotoRows idType={photos.idType} photos={photos.photos} onTake={onTake} />
    </Screen>
  );
}

/** The phone is done, or its link opens nothing: what was saved is kept. */
export function PhoneEnd({ kind }: { readonly kind: 'left' | 'gone' }): ReactNode {
  const t = useText();
  useEffect(forgetPhoneLink, []);
  return (
    <Screen width="480">
      <EmptyState
        title={t(kind === 'left' ? 'kycown.phone.leftTitle' : 'kycown.phone.goneTitle')}
        reason={t(kind === 'left' ? 'kycown.phone.doneText' : 'kycown.phone.goneText')}
      />
    </Screen>
  );
}
