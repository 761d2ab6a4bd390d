import { type ReactNode, useState } from 'react';

import type { KycDraft } from '../../../domain/kyc/kyc-draft.ts';
import { serverClock } from '../../../lib/device/clock.ts';
import { useWideLayout } from '../../../lib/device/use-wide-layout.ts';
import { clockText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { QrCode } from '../../../ui/address/qr-code.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { SkeletonRows } from '../../../ui/list/skeleton-rows.tsx';
import { fieldsOfTyped, hasPicture, idTypeOf, photosOf } from '../own-fields.ts';
import { PhotoRows } from './photo-rows.tsx';
import { type Handoff, useHandoff } from './use-handoff.ts';

export type PhoneWay = {
  /** Beside another way to the photo; nothing on a phone. */
  readonly offer: ReactNode;
  /** Stays in its place while the form beneath goes on. */
  readonly sheet: ReactNode;
};

/** On a computer: a phone takes better photos. The code for it, and what it brought so far, lie over the form. */
export function usePhoneWay(draft: KycDraft): PhoneWay {
  const t = useText();
  const isWide = useWideLayout();
  const [isOpen, setOpen] = useState(false);
  const photos = photosOfDraft(draft);
  const isWhole = photos.photos.every(({ isGiven }) => isGiven);
  const handoff = useHandoff(draft, { isOpen, isWhole });
  const open = () => {
    setOpen(true);
    void handoff.begin();
  };
  const close = () => setOpen(false);
  return {
    offer: isWide ? (
      <button type="button" className="text-action mt-2 text-brand-text" onClick={open}>
        <Icon name="device-mobile" size={18} />
        {t('kycown.phone.offer')}
      </button>
    ) : null,
    sheet: (
      <ScreenSheet
        isOpen={isOpen}
        onClose={close}
        title={t(handoff.view === 'opened' ? 'kycown.phone.openedTitle' : 'kycown.phone.title')}
        foot={<SheetFoot handoff={handoff} onClose={close} />}
      >
        {isOpen ? <SheetBody phone={draft.phone} photos={photos} handoff={handoff} /> : null}
      </ScreenSheet>
    ),
  };
}

function SheetFoot({ handoff, onClose }: { readonly handoff: Handoff; readonly onClose: () => void }) {
  const t = useText();
  const { view, make } = handoff;
  if (view === 'code') return null;
  const isThere = view === 'opened' || view === 'done';
  return (
    <>
      {isThere ? (
        <Button kind="primary" onPress={onClose}>
          {t('shell.close')}
        </Button>
      ) : null}
      {view === 'done' ? null : (
        <Button
          kind={isThere ? 'secondary' : 'primary'}
          isBusy={view === 'making'}
          busyLabel={t('kycown.phone.making')}
          onPress={make}
        >
          {t('kycown.phone.anew')}
        </Button>
      )}
    </>
  );
}

type BodyProps = {
  readonly phone: KycDraft['phone'];
  readonly photos: ReturnType<typeof photosOfDraft>;
  readonly handoff: Handoff;
};

function SheetBody({ phone, photos, handoff }: BodyProps) {
  const t = useText();
  const { view, offer, problem } = handoff;
  const time = (expires: number) => clockText(serverClock.onDevice(expires));
  if (view === 'making') return <SkeletonRows label={t('kycown.phone.making')} count={3} />;
  if (view === 'failed') return <Note tone="bad">{problem}</Note>;
  if (view === 'over') return <Note tone="info">{t('kycown.phone.over')}</Note>;
  if (view === 'code' && offer !== undefined)
    return (
      <div className="grid justify-items-center text-center">
        <p className="mb-4 type-sm text-ink-2">{t('kycown.phone.text')}</p>
        <QrCode text={offer.url} label={t('kycown.phone.code')} size={248} />
        <p className="mt-3 num type-cap text-ink-3">
          {t('kycown.phone.until', { time: time(offer.expires) })}
        </p>
      </div>
    );
  return (
    <div role="status">
      <p className="mb-4 type-sm text-ink-2">
        {view === 'done' || phone === null
          ? t('kycown.photo.haveTitle')
          : t('kycown.phone.openedText', { time: time(phone.expires) })}
      </p>
      <PhotoRows {...photos} />
    </div>
  );
}

/** The same photos as the phone is asked for. */
function photosOfDraft(draft: KycDraft) {
  const idType = idTypeOf(fieldsOfTyped(draft.typed), draft.regions);
  const proof = draft.open.includes('addressProof') ? (['addressProof'] as const) : [];
  const photos = [...photosOf(draft, idType), ...proof].map((item) => ({
    item,
    isGiven: hasPicture(draft, item),
  }));
  return { idType, photos };
}
