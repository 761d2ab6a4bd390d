import type { ReactNode } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import type { Camera } from './use-camera.ts';

/** The camera's picture with its frame; what to do instead where there is none. */
export function Viewfinder({
  camera,
  onPlayer,
}: {
  readonly camera: Camera;
  readonly onPlayer: (player: HTMLVideoElement | null) => void;
}) {
  const t = useText();
  const { state, torch } = camera;
  return (
    <section
      aria-label={t('scan.frame')}
      className="relative aspect-square w-full overflow-hidden rounded-lg bg-leaf text-on-leaf"
    >
      <video
        ref={onPlayer}
        muted
        playsInline
        aria-hidden="true"
        className={`absolute inset-0 size-full object-cover ${state === 'on' ? '' : 'invisible'}`}
      />
      {state === 'on' ? <Corners /> : null}
      <div className="absolute inset-0 grid place-content-center p-8 text-center" role="status">
        {state === 'starting' ? <p className="type-sm">{t('scan.starting')}</p> : null}
        {state === 'denied' || state === 'absent' ? <NoCamera camera={camera} state={state} /> : null}
      </div>
      {state === 'on' ? (
        <div className="absolute inset-x-0 bottom-0 flex flex-wrap items-center justify-center gap-3 p-4">
          <Caption>{t('scan.hint')}</Caption>
          {torch === undefined ? null : (
            <Button
              size="small"
              kind="surface"
              className="text-ink"
              icon={torch.isOn ? 'flashlight-fill' : 'flashlight'}
              onPress={torch.toggle}
            >
              {t(torch.isOn ? 'scan.torchOff' : 'scan.torchOn')}
            </Button>
          )}
        </div>
      ) : null}
    </section>
  );
}

function Caption({ children }: { readonly children: ReactNode }) {
  return <p className="rounded-full bg-leaf px-4 py-1.5 type-sm-b">{children}</p>;
}

function NoCamera({ camera, state }: { readonly camera: Camera; readonly state: 'denied' | 'absent' }) {
  const t = useText();
  return (
    <>
      <h2 className="type-3">{t(state === 'denied' ? 'scan.deniedTitle' : 'scan.absentTitle')}</h2>
      <p className="mt-2 type-sm">{t(state === 'denied' ? 'scan.denied' : 'scan.absent')}</p>
      <div className="mt-4 justify-self-center">
        <Button size="small" kind="surface" className="text-ink" onPress={camera.retry}>
          {t('scan.again')}
        </Button>
      </div>
    </>
  );
}

/** Where to hold the code. */
function Corners() {
  const corner = 'absolute size-10 border-brand';
  return (
    <span aria-hidden="true" className="absolute inset-[14%]">
      <i className={`${corner} top-0 left-0 rounded-tl-md border-t-4 border-l-4`} />
      <i className={`${corner} top-0 right-0 rounded-tr-md border-t-4 border-r-4`} />
      <i className={`${corner} bottom-0 left-0 rounded-bl-md border-b-4 border-l-4`} />
      <i className={`${corner} right-0 bottom-0 rounded-br-md border-r-4 border-b-4`} />
    </span>
  );
}
