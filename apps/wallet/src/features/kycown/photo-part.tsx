import { type ReactNode, useState } from 'react';

import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { useOnline } from '../../lib/device/online.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { PhotoCapture } from '../../ui-capture/photo-capture.tsx';
import type { Photo, PhotoItem } from '../../ui-capture/photo.ts';
import { UsePhotoButton } from '../../ui-capture/use-photo-button.tsx';
import { Button } from '../../ui/base/button.tsx';
import { FieldHint } from '../../ui/field/field.tsx';
import type { OwnStep } from './own-fields.ts';
import { OwnFrame } from './own-frame.tsx';
import { useUnloadAsks } from './typed/use-step-form.ts';
import { usePhotoSave } from './use-photo-save.ts';

type PhotoProps = {
  readonly draft: KycDraft;
  readonly step: OwnStep;
  readonly item: PhotoItem;
  readonly title: string;
  readonly hint: string;
  /** Another way to the photo, beneath what is asked. */
  readonly offer?: ReactNode;
  /** The button while nothing was taken, where the photo may be left out. */
  readonly other?: ReactNode;
  /** The photo was brought and sealed. */
  readonly onSaved: () => void;
};

/** One photo: taken or chosen, looked at, brought, and sealed before the form goes on. */
export function PhotoPart({ draft, step, item, title, hint, offer, other, onSaved }: PhotoProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const [photo, setPhoto] = useState<Photo>();
  const [isNeedSeen, setNeedSeen] = useState(false);
  const { upload, isSaving, problem, bring, forget } = usePhotoSave(draft, item);
  const isDirty = photo !== undefined;
  useUnloadAsks(isDirty);

  function change(next: Photo | undefined): void {
    forget();
    setNeedSeen(false);
    setPhoto(next);
  }
  const use = async (taken: Photo) => {
    if (await bring(taken)) onSaved();
  };
  const leave = async () => {
    if (photo === undefined || (await bring(photo))) go(paths.kyc(), { isReplacing: true });
  };
  const untaken = other ?? (
    <Button kind="primary" onPress={() => setNeedSeen(true)}>
      {t('kycown.continue')}
    </Button>
  );
  const state = isSaving ? ({ is: 'uploading', part: 1 } as const) : upload.state;
  // Without a network the frame's own button says what it waits for.
  const foot = !isOnline ? undefined : photo === undefined ? (
    untaken
  ) : (
    <UsePhotoButton photo={photo} upload={state} onUse={use} />
  );
  return (
    <OwnFrame
      draft={draft}
      step={step}
      isDirty={isDirty}
      isBusy={isSaving || upload.state.is === 'uploading'}
      problem={problem}
      foot={foot}
      onOnward={() => undefined}
      onSaveAndLeave={leave}
    >
      <PhotoCapture
        item={item}
        title={title}
        hint={hint}
        taken={photo}
        upload={upload.state}
        onReady={change}
        onRetry={() => (photo === undefined ? undefined : void use(photo))}
        onRetake={() => change(undefined)}
      >
        {isDirty ? null : offer}
      </PhotoCapture>
      {isNeedSeen && !isDirty ? <FieldHint id={`need-${item}`} error={t(`kycown.need.${item}`)} /> : null}
    </OwnFrame>
  );
}
