import { useText } from '../lib/text/i18n.ts';
import { Button } from '../ui/base/button.tsx';
import { Icon } from '../ui/base/icon.tsx';
import type { UploadState } from './photo.ts';

type UploadLineProps = { readonly state: UploadState; readonly onRetry: () => void };

/** How far a file is on its way; one that did not get there waits to be sent again. */
export function UploadLine({ state, onRetry }: UploadLineProps) {
  const t = useText();
  if (state.is === 'none') return null;
  if (state.is === 'failed')
    return (
      <div className="mt-3 flex items-center justify-between gap-3 type-sm">
        <p role="alert" className="flex min-w-0 gap-2 text-bad">
          <Icon name="warning-circle-fill" size={18} className="flex-none" />
          <span>{state.text}</span>
        </p>
        <Button size="small" className="flex-none" onPress={onRetry}>
          {t('kycown.capture.again')}
        </Button>
      </div>
    );
  if (state.is === 'done')
    return (
      <p role="status" className="mt-3 flex items-center gap-2 type-sm text-ok">
        <Icon name="check-circle-fill" size={18} className="flex-none" />
        {t('kycown.capture.uploaded')}
      </p>
    );
  return (
    <div className="mt-3">
      <progress
        className="h-1.5 w-full"
        max={1}
        value={state.part}
        aria-label={t('kycown.capture.uploadingShort')}
      />
      <p className="num type-cap text-ink-3">
        {t('kycown.capture.uploading', { percent: Math.floor(state.part * 100) })}
      </p>
    </div>
  );
}
