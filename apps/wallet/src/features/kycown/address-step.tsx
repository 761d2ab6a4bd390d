import { addressProofMonthsMax } from '@marigold/contract/limits';
import { useState } from 'react';

import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { hasPicture, levelsOfAddress, stepAfter, stepsOf } from './own-fields.ts';
import { OwnFrame } from './own-frame.tsx';
import { usePhoneWay } from './phone/use-phone-way.tsx';
import { PhotoPart } from './photo-part.tsx';
import { SavedPictures } from './saved-pictures.tsx';
import { goToStep } from './step-address.ts';
import { useSaveOwn } from './use-save-own.ts';

/** Step 5: a proof of the address, which opens level 3; it may be left out unless it is asked once more. */
export function AddressStep({ draft }: { readonly draft: KycDraft }) {
  const t = useText();
  const [isAnew, setAnew] = useState(false);
  const { offer, sheet } = usePhoneWay(draft);
  const { isSaving, problem, save } = useSaveOwn(draft);
  const isOptional = draft.review === 'draft';
  const goOn = () => goToStep(draft.authNo, stepAfter(5, stepsOf(draft)));
  if (isAnew || !hasPicture(draft, 'addressProof'))
    return (
      <>
        <PhotoPart
          draft={draft}
          offer={offer}
          step={5}
          item="addressProof"
          title={t('kycown.address.title')}
          hint={t('kycown.address.text', { months: addressProofMonthsMax, ...levelsOfAddress })}
          other={
            isOptional ? (
              <Button kind="secondary" onPress={goOn}>
                {t('kycown.address.skip')}
              </Button>
            ) : undefined
          }
          onSaved={goOn}
        />
        {sheet}
      </>
    );
  return (
    <>
      <OwnFrame
        draft={draft}
        step={5}
        title={t('kycown.address.title')}
        text={t('kycown.photo.haveText')}
        isDirty={false}
        isBusy={isSaving}
        busyLabel={t('kycown.saving')}
        problem={problem}
        other={
          isOptional ? (
            <Button
              kind="secondary"
              isDisabled={isSaving}
              onPress={async () => await save({ addressProof: null })}
            >
              {t('kycown.address.remove')}
            </Button>
          ) : undefined
        }
        onOnward={goOn}
        onSaveAndLeave={async () => go(paths.kyc(), { isReplacing: true })}
      >
        <SavedPictures
          label={t('kycown.step.address')}
          pictures={[
            {
              key: 'addressProof',
              title: t('kyc.item.addressProof'),
              action: t('kycown.photo.another'),
              onPress: () => setAnew(true),
            },
          ]}
        />
      </OwnFrame>
      {sheet}
    </>
  );
}
