import { type ReactNode, useState } from 'react';

import { useText } from '../../lib/i18n.ts';
import { useLinkSettings } from '../../lib/open-link.ts';
import { paths } from '../../lib/paths.ts';
import { readScan } from '../../lib/scan.ts';
import { showToast } from '../../lib/toasts.ts';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { NotAPicture, readPicture } from './read-code.ts';
import { ScanResult } from './scan-result.tsx';
import { type Camera, useCamera } from './use-camera.ts';

/** Reads a code by camera, from a picture or from pasted text, and says what it is before anything is done (spec 2). */
export function ScanPage() {
  const settings = useLinkSettings();
  const [text, setText] = useState<string>();
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null);
  const camera = useCamera(player, text === undefined, setText);
  return (
    <Screen width="480" close={paths.home()}>
      <Viewfinder camera={camera} onPlayer={setPlayer} />
      <div className="mt-3 grid gap-2">
        <PictureButton onText={setText} />
      </div>
      <TextForm onText={setText} />
      <ScanResult
        scanned={text === undefined ? undefined : readScan(text, settings)}
        onNext={() => setText(undefined)}
      />
    </Screen>
  );
}

/** The camera's picture with its frame; what to do instead where there is none. */
function Viewfinder({
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

type TextProps = { readonly onText: (text: string) => void };

/** A picture of a code, out of the album or taken by the phone's own camera. */
function PictureButton({ onText }: TextProps) {
  const t = useText();
  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    try {
      const text = await readPicture(file);
      if (text === undefined) showToast({ text: t('scan.pictureNothing') });
      else onText(text);
    } catch (error) {
      if (!(error instanceof NotAPicture)) throw error;
      showToast({ text: t('scan.pictureBroken') });
    }
  }
  function choose(): void {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = 'image/*';
    input.addEventListener('change', () => void read(input.files?.[0]));
    input.click();
  }
  return (
    <Button kind="surface" icon="image" onPress={choose}>
      {t('scan.picture')}
    </Button>
  );
}

function TextForm({ onText }: TextProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  return (
    <form
      noValidate
      className="mt-5 grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onText(typed);
      }}
    >
      <Field
        name="text"
        label={t('scan.text')}
        hint={t('scan.textHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" isDisabled={typed.trim() === ''}>
        {t('scan.read')}
      </Button>
    </form>
  );
}
