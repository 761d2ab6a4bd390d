import { addressProofMonthsMax } from '@marigold/contract/limits';
import { useState } from 'react';

import type { PhoneItem, PhoneLink, PhonePhotos } from '../../../domain/kyc/kyc-phone.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Screen } from '../../../screen/screen.tsx';
import { PhotoCapture } from '../../../ui-capture/photo-capture.tsx';
import type { Photo } from '../../../ui-capture/photo.ts';
import { UsePhotoButton } from '../../../ui-capture/use-photo-button.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Note } from '../../../ui/base/note.tsx';
import { levelsOfAddress } from '../own-fields.ts';
import { useUnloadAsks } from '../typed/use-step-form.ts';
import { useTitleOfPhoto } from './photo-rows.tsx';
import { usePhonePhoto } from './use-phone-photo.ts';

type PhotoProps = {
  readonly link: PhoneLink;
  readonly item: PhoneItem;
  readonly idType: PhonePhotos['idType'];
  readonly onClose: () => void;
  readonly onSaved: (photos: PhonePhotos) => void;
};

/** One photo, taken and brought; the form on the computer goes on with it. */
export function PhonePhoto({ link, item, idType, onClose, onSaved }: PhotoProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const titleOf = useTitleOfPhoto(idType);
  const [photo, setPhoto] = useState<Photo>();
  const { upload, isSaving, problem, bring, forget } = usePhonePhoto(link, item);
  useUnloadAsks(photo !== undefined);

  function change(next: Photo | undefined): void {
    forget();
    setPhoto(next);
  }
  const use = async (taken: Photo) => {
    const photos = await bring(taken);
    if (photos !== undefined) onSaved(photos);
  };
  const state = isSaving ? ({ is: 'uploading', part: 1 } as const) : upload.state;
  return (
    <Screen
      back={onClose}
      width="480"
      foot={
        isOnline ? (
          <UsePhotoButton photo={photo} upload={state} onUse={use} />
        ) : (
          <Button kind="primary" disabledReason={t('kycown.offline')}>
            {t('kycown.capture.use')}
          </Button>
        )
      }
    >
      <PhotoCapture
        item={item}
        title={titleOf(item)}
        hint={
          item === 'addressProof'
            ? t('kycown.address.text', { months: addressProofMonthsMax, ...levelsOfAddress })
            : t(idType === 'passport' ? 'kycown.photo.hint.passport' : 'kycown.photo.hint.idCard')
        }
        taken={photo}
        upload={upload.state}
        onReady={change}
        onRetry={() => (photo === undefined ? undefined : void use(photo))}
        onRetake={() => change(undefined)}
      />
      {problem === undefined ? null : <Note tone="bad">{problem}</Note>}
    </Screen>
  );
}
