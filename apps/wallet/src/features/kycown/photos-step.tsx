import { useState } from 'react';

import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { fieldsOfTyped, hasPicture, idTypeOf, photosOf, stepAfter, stepsOf } from './own-fields.ts';
import { OwnFrame } from './own-frame.tsx';
import { usePhoneWay } from './phone/use-phone-way.tsx';
import { PhotoPart } from './photo-part.tsx';
import { SavedPictures } from './saved-pictures.tsx';
import { goToStep } from './step-address.ts';

/** Step 4: photos of the document, one after the other; the back of identity cards alone. */
export function PhotosStep({ draft }: { readonly draft: KycDraft }) {
  const t = useText();
  const [anew, setAnew] = useState<'idFront' | 'idBack'>();
  const { offer, sheet } = usePhoneWay(draft);
  const idType = idTypeOf(fieldsOfTyped(draft.typed), draft.regions);
  const photos = photosOf(draft, idType);
  const current = anew ?? photos.find((item) => !hasPicture(draft, item));
  const titleOf = (item: 'idFront' | 'idBack') =>
    item === 'idBack' ? t('kycown.photo.idBack') : t(`kycown.photo.idFront.${idType}`);
  const goOn = () => goToStep(draft.authNo, stepAfter(4, stepsOf(draft)));
  if (current !== undefined) {
    const isLast = photos.every((item) => item === current || hasPicture(draft, item));
    const isPage = idType === 'passport' && current === 'idFront';
    return (
      <>
        <PhotoPart
          key={current}
          draft={draft}
          offer={offer}
          step={4}
          item={current}
          title={titleOf(current)}
          hint={t(isPage ? 'kycown.photo.hint.passport' : 'kycown.photo.hint.idCard')}
          onSaved={() => {
            setAnew(undefined);
            if (isLast) goOn();
          }}
        />
        {sheet}
      </>
    );
  }
  return (
    <>
      <OwnFrame
        draft={draft}
        step={4}
        title={t('kycown.photo.haveTitle')}
        text={t('kycown.photo.haveText')}
        isDirty={false}
        isBusy={false}
        problem={undefined}
        onOnward={goOn}
        onSaveAndLeave={async () => go(paths.kyc(), { isReplacing: true })}
      >
        <SavedPictures
          label={t('kycown.step.photos')}
          pictures={photos.map((item) => ({
            key: item,
            title: titleOf(item),
            action: t('kycown.photo.another'),
            onPress: () => setAnew(item),
          }))}
        />
      </OwnFrame>
      {sheet}
    </>
  );
}
