import { useState } from 'react';

import { readScan } from '../../domain/chain/scan.ts';
import { useLinkSettings } from '../../lib/route/open-link.ts';
import { paths } from '../../lib/route/paths.ts';
import { Screen } from '../../screen/screen.tsx';
import { PictureButton, TextForm } from './scan-otherwise.tsx';
import { ScanResult } from './scan-result.tsx';
import { useCamera } from './use-camera.ts';
import { Viewfinder } from './viewfinder.tsx';

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
