import { useText } from '../lib/text/i18n.ts';
import { Button } from '../ui/base/button.tsx';
import { adviceFor, type Photo, type UploadState } from './photo.ts';

type UsePhotoButtonProps = {
  readonly photo: Photo | undefined;
  readonly upload: UploadState;
  /** A promise keeps the button busy. */
  readonly onUse: (photo: Photo) => unknown;
};

/** The one button at the foot of a page with a `PhotoCapture`: it says what the verdict advises. */
export function UsePhotoButton({ photo, upload, onUse }: UsePhotoButtonProps) {
  const t = useText();
  const advice = photo === undefined ? 'use' : adviceFor(photo);
  return (
    <Button
      kind="primary"
      isBusy={upload.is === 'uploading'}
      busyLabel={t('kycown.capture.uploadingShort')}
      isDisabled={photo === undefined}
      disabledReason={advice === 'retake' ? t('kycown.capture.tryAgain') : undefined}
      onPress={() => (photo === undefined ? undefined : onUse(photo))}
    >
      {t(advice === 'decide' ? 'kycown.capture.useAnyway' : 'kycown.capture.use')}
    </Button>
  );
}
