import 'react-easy-crop/react-easy-crop.css';
import { type Ref, useImperativeHandle, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';

import { cropped } from './cropped.ts';

export type CropHandle = {
  /** The square as a picture of its own; undefined before one is shown. */
  readonly crop: () => Promise<Blob | undefined>;
};

type AreaProps = {
  readonly ref: Ref<CropHandle>;
  readonly url: string;
  readonly zoomLabel: string;
  readonly onBroken: () => void;
};

const zoomMax = 4;

/** The picture under its round window. */
export function CropArea({ ref, url, zoomLabel, onBroken }: AreaProps) {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  useImperativeHandle(
    ref,
    () => ({ crop: async () => (area === undefined ? undefined : await cropped(url, area)) }),
    [area, url],
  );
  return (
    <>
      <Cropper
        image={url}
        crop={position}
        zoom={zoom}
        maxZoom={zoomMax}
        aspect={1}
        cropShape="round"
        showGrid={false}
        // Our policy takes no styles that a script writes; they come from the file above.
        disableAutomaticStylesInjection
        onCropChange={setPosition}
        onZoomChange={setZoom}
        onCropComplete={(_, pixels) => setArea(pixels)}
        mediaProps={{ onError: onBroken }}
      />
      <input
        type="range"
        className="absolute inset-x-6 bottom-3 h-8 accent-brand"
        aria-label={zoomLabel}
        min={1}
        max={zoomMax}
        step={0.05}
        value={zoom}
        onChange={(event) => setZoom(Number(event.target.value))}
      />
    </>
  );
}
