import { uploadMegabytes } from '@marigold/contract/limits';
import { useRef, useState, type ReactNode, type Ref } from 'react';

import { countText } from '../lib/text/format.ts';
import { useText } from '../lib/text/i18n.ts';
import { Button } from '../ui/base/button.tsx';
import { Icon } from '../ui/base/icon.tsx';
import { FieldHint } from '../ui/field/field.tsx';
import { PhotoFrame } from './photo-frame.tsx';
import { type Photo, type PhotoItem, photoSizeText, photoTypes, type UploadState } from './photo.ts';
import { UploadLine } from './upload-line.tsx';
import { isRefusedCamera } from './use-photo-camera.ts';
import { type PhotoFlow, usePhotoCapture } from './use-photo-capture.ts';

export type PhotoCaptureProps = {
  readonly item: PhotoItem;
  readonly title: string;
  readonly hint: string;
  /** Between the hint and the frame. */
  readonly children?: ReactNode;
  /** A photo was taken or chosen and has its verdict; the page keeps it and hands it back as `taken`. */
  readonly onReady: (photo: Photo) => void;
  readonly taken: Photo | undefined;
  /** Of the photo that was taken. */
  readonly upload: UploadState;
  /** Send the same photo once more. */
  readonly onRetry: () => void;
  /** The photo is given up: another one is taken or chosen in its place. */
  readonly onRetake: () => void;
};

/** A photo of a document, by camera or from a file: frame, verdict, what was taken, and how far it is on its way. */
export function PhotoCapture(props: PhotoCaptureProps) {
  const { item, title, hint, children, taken, upload } = props;
  const t = useText();
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null);
  const flow = usePhotoCapture(player, props);
  const ways = useRef<HTMLDivElement>(null);

  /** The button that was pressed goes away: who uses the keyboard goes on with the one that takes the photo. */
  function goOn(act: () => void): void {
    act();
    ways.current?.querySelector('button')?.focus();
  }

  return (
    <section aria-label={title}>
      <h2 className="type-1">{title}</h2>
      <p className="mt-1 type-sm text-ink-2">{hint}</p>
      {children}
      <div className="mt-4">
        <PhotoFrame
          item={item}
          flow={flow}
          taken={taken}
          onPlayer={setPlayer}
          onAgain={() => goOn(flow.camera.open)}
        />
      </div>
      {taken === undefined ? null : (
        <TakenLine photo={taken} isFixed={upload.is === 'uploading'} onRetake={() => goOn(flow.retake)} />
      )}
      <UploadLine state={upload} onRetry={props.onRetry} />
      <div ref={ways}>
        <Ways flow={flow} isTaken={taken !== undefined} isFixed={upload.is === 'uploading'} />
      </div>
      <div className="mt-3">
        <FieldHint
          id={`photo-${item}`}
          error={flow.problem}
          hint={
            <span className="flex gap-2 text-ink-3">
              <Icon name="info" size={16} className="mt-0.5 flex-none" />
              <span>{t('kycown.capture.limits', { megabytes: countText(uploadMegabytes) })}</span>
            </span>
          }
        />
      </div>
    </section>
  );
}

type TakenLineProps = {
  readonly photo: Photo;
  readonly isFixed: boolean;
  readonly onRetake: () => void;
};

function TakenLine({ photo, isFixed, onRetake }: TakenLineProps) {
  const t = useText();
  return (
    <div className="mt-3 flex items-center justify-between gap-3 type-sm">
      <span className="num min-w-0 wrap-anywhere text-ink-3">
        {photo.name} · {photoSizeText(photo.file)}
      </span>
      {isFixed ? null : (
        <button type="button" className="text-action flex-none text-brand-text" onClick={onRetake}>
          <Icon name="arrow-counter-clockwise-bold" size={16} />
          {t('kycown.capture.retake')}
        </button>
      )}
    </div>
  );
}

type WaysProps = { readonly flow: PhotoFlow; readonly isTaken: boolean; readonly isFixed: boolean };

/** Side by side, or one below the other where letters are large. */
const wayLook = { kind: 'outline', size: 'small', className: 'min-h-12 flex-1 basis-32' } as const;

/** The two ways to a photo. Where this page has no camera, the device's own app takes it. */
function Ways({ flow, isTaken, isFixed }: WaysProps) {
  const t = useText();
  const file = useRef<HTMLInputElement>(null);
  const device = useRef<HTMLInputElement>(null);
  const { camera, judged } = flow;
  const isRefused = isRefusedCamera(camera.state);
  // A desktop without a camera has no app that takes photos either.
  const canTake = !isRefused || globalThis.matchMedia('(any-pointer: coarse)').matches;
  const isOff = isFixed || judged !== undefined;

  function take(): unknown {
    if (isTaken) return flow.retake();
    if (camera.state === 'on') return flow.take();
    if (isRefused) return device.current?.click();
    return camera.open();
  }

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {canTake ? (
        <Button {...wayLook} icon="camera" isDisabled={isOff} onPress={take}>
          {t('kycown.capture.take')}
        </Button>
      ) : null}
      <Button {...wayLook} icon="upload-simple" isDisabled={isOff} onPress={() => file.current?.click()}>
        {t('kycown.capture.choose')}
      </Button>
      <FileInput ref={file} onFile={flow.choose} />
      <FileInput ref={device} onFile={flow.choose} isCamera />
    </div>
  );
}

type FileInputProps = {
  readonly ref: Ref<HTMLInputElement>;
  readonly onFile: (file: File) => Promise<void>;
  readonly isCamera?: boolean;
};

function FileInput({ ref, onFile, isCamera = false }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={photoTypes.join(',')}
      capture={isCamera ? 'environment' : undefined}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        // The same file may be chosen again after it was refused.
        target.value = '';
        if (file !== undefined) void onFile(file);
      }}
    />
  );
}
