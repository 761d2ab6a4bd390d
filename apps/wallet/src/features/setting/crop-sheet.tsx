import { lazy, Suspense, useRef } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Button } from '../../ui/base/button.tsx';
import type { CropHandle } from './crop-area.tsx';

const CropArea = lazy(async () => ({ default: (await import('./crop-area.tsx')).CropArea }));

type CropProps = {
  /** Address of the picture in this page; undefined while none is chosen. */
  readonly url: string | undefined;
  readonly onClose: () => void;
  readonly onCropped: (cropped: Blob) => void;
  readonly onBroken: () => void;
};

/** The square of a picture that others will see, moved and made larger by finger, mouse or keys. */
export function CropSheet({ url, onClose, onCropped, onBroken }: CropProps) {
  const t = useText();
  const handle = useRef<CropHandle>(null);

  async function finish(): Promise<void> {
    const cropped = await handle.current?.crop();
    if (cropped !== undefined) onCropped(cropped);
  }

  return (
    <ScreenSheet
      isOpen={url !== undefined}
      onClose={onClose}
      title={t('setting.cropTitle')}
      text={t('setting.cropText')}
      foot={
        <Button kind="primary" onPress={finish}>
          {t('setting.cropDone')}
        </Button>
      }
    >
      <div className="relative w-full aspect-square max-h-[56vh] rounded-lg overflow-hidden bg-sunken">
        {url === undefined ? null : (
          <Suspense fallback={null}>
            <CropArea ref={handle} url={url} zoomLabel={t('setting.cropZoom')} onBroken={onBroken} />
          </Suspense>
        )}
      </div>
    </ScreenSheet>
  );
}
