import './photo-frame.css';
import { useCallback, type ReactNode } from 'react';

import { type Say, useText } from '../lib/text/i18n.ts';
import { Bloom } from '../ui/base/bloom.tsx';
import { Button } from '../ui/base/button.tsx';
import { Icon } from '../ui/base/icon.tsx';
import { isBad, type Photo, type PhotoItem } from './photo.ts';
import { isRefusedCamera, type RefusedCamera } from './use-photo-camera.ts';
import type { PhotoFlow } from './use-photo-capture.ts';

type PhotoFrameProps = {
  readonly item: PhotoItem;
  readonly flow: PhotoFlow;
  readonly taken: Photo | undefined;
  readonly onPlayer: (player: HTMLVideoElement | null) => void;
  /** The camera is asked for once more. */
  readonly onAgain: () => void;
};

/** The dark frame: what the camera sees or the photo that was taken, and what can be said of it. */
export function PhotoFrame({ item, flow, taken, onPlayer, onAgain }: PhotoFrameProps) {
  const t = useText();
  const { camera, judged } = flow;
  const still = judged ?? taken?.file;
  return (
    <div className="photo-frame" data-item={item} role="group" aria-label={t('kycown.camera.frame')}>
      {still === undefined ? (
        <video
          ref={onPlayer}
          muted
          playsInline
          aria-hidden="true"
          className="photo-frame-picture"
          data-off={camera.state === 'on' ? undefined : true}
        />
      ) : (
        <Still file={still} />
      )}
      <i className="photo-frame-corner" />
      <i className="photo-frame-corner" />
      <i className="photo-frame-corner" />
      <i className="photo-frame-corner" />
      {still === undefined ? <CameraWords camera={camera} onAgain={onAgain} /> : null}
      <div className="photo-frame-edge" role="status">
        <Edge flow={flow} taken={taken} />
      </div>
    </div>
  );
}

/** The line at the lower edge; readers hear it when it changes. */
function Edge({ flow, taken }: Pick<PhotoFrameProps, 'flow' | 'taken'>) {
  const t = useText();
  if (flow.judged !== undefined)
    return (
      <Pill is="open" mark={<Bloom size={16} isTurning />}>
        {t('kycown.capture.checking')}
      </Pill>
    );
  const verdict = taken === undefined ? flow.verdict : taken.verdict;
  if (verdict !== undefined)
    return (
      <Pill
        is={isBad(verdict) ? 'bad' : 'good'}
        mark={<Icon name={isBad(verdict) ? 'warning-fill' : 'check-circle-fill'} size={16} />}
      >
        {t(`kycown.verdict.${verdict}`)}
      </Pill>
    );
  if (taken !== undefined || flow.camera.state !== 'on') return null;
  return (
    <Pill is="open" mark={<Icon name="info-fill" size={16} />}>
      {t('kycown.camera.lay')}
    </Pill>
  );
}

type PillProps = {
  readonly is: 'good' | 'bad' | 'open';
  readonly mark: ReactNode;
  readonly children: ReactNode;
};

function Pill({ is, mark, children }: PillProps) {
  return (
    <span className="photo-frame-pill" data-is={is}>
      {mark}
      <span>{children}</span>
    </span>
  );
}

function refusedWords(t: Say, state: RefusedCamera): readonly [title: string, text: string] {
  switch (state) {
    case 'denied':
      return [t('kycown.camera.deniedTitle'), t('kycown.camera.denied')];
    case 'absent':
      return [t('kycown.camera.absentTitle'), t('kycown.camera.absent')];
    case 'busy':
      return [t('kycown.camera.busyTitle'), t('kycown.camera.busy')];
    case 'insecure':
      return [t('kycown.camera.insecureTitle'), t('kycown.camera.insecure')];
  }
}

/** What stands in the frame while the camera is off; readers hear it when it changes. */
function CameraWords({
  camera,
  onAgain,
}: {
  readonly camera: PhotoFlow['camera'];
  readonly onAgain: () => void;
}) {
  const t = useText();
  const { state } = camera;
  const isRefused = isRefusedCamera(state);
  return (
    <div className="photo-frame-words">
      <div role="status">
        {state === 'off' ? (
          <>
            <Icon name="camera" size={32} className="mx-auto" />
            <p className="mt-1">{t('kycown.camera.off')}</p>
          </>
        ) : null}
        {state === 'asking' ? (
          <>
            <Bloom size={32} isTurning />
            <p className="mt-1">{t('kycown.camera.asking')}</p>
          </>
        ) : null}
        {isRefused ? <RefusedWords state={state} /> : null}
      </div>
      {isRefused && state !== 'insecure' ? (
        <Button size="small" kind="surface" className="mt-2 text-ink" onPress={onAgain}>
          {t('kycown.camera.again')}
        </Button>
      ) : null}
    </div>
  );
}

function RefusedWords({ state }: { readonly state: RefusedCamera }) {
  const t = useText();
  const [title, text] = refusedWords(t, state);
  return (
    <>
      <p className="type-3">{title}</p>
      <p className="mt-1">{text}</p>
    </>
  );
}

/** A file as it was taken, seen whole. */
function Still({ file }: { readonly file: File }) {
  const t = useText();
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const address = URL.createObjectURL(file);
      picture.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [file],
  );
  return <img ref={show} alt={t('kycown.capture.still')} className="photo-frame-picture" data-fit="whole" />;
}
