import './qr-code.css';
import { useEffect, useState } from 'react';

import { Logo } from '../base/logo.tsx';
import { drawQr, markShare, type QrDrawing, quietModules } from './qr-drawing.ts';

interface QrCodeProps {
  /** What a camera reads. */
  text: string;
  /** What readers hear, naming where it leads: "QR code of this page". */
  label: string;
  /** CSS pixels of a side, the white edge included; it shrinks where there is less room. */
  size: number;
}

type Drawn = { readonly text: string; readonly drawing: QrDrawing | undefined };

/** A QR code, dark on white in both themes, with the mark in its middle. Its place is kept while it is being drawn. */
export function QrCode({ text, label, size }: QrCodeProps) {
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    let isCurrent = true;
    const show = (drawing: QrDrawing | undefined) => {
      if (isCurrent) setDrawn({ text, drawing });
    };
    drawQr(text).then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const known = drawn?.text === text ? drawn : undefined;
  return (
    <span
      className="qr-code"
      style={{ width: size }}
      role="img"
      aria-label={label}
      aria-busy={known === undefined}
    >
      {known === undefined ? null : <Drawing drawing={known.drawing} label={label} />}
    </span>
  );
}

function Drawing({ drawing, label }: { drawing: QrDrawing | undefined; label: string }) {
  // Without the encoder (no network on the first visit) the words stand in its place.
  if (drawing === undefined) return <span className="qr-code-words">{label}</span>;
  const { size, path } = drawing;
  const side = size + 2 * quietModules;
  return (
    <>
      <svg viewBox={`${-quietModules} ${-quietModules} ${side} ${side}`} aria-hidden="true">
        <path d={path} fillRule="evenodd" />
      </svg>
      <span className="qr-code-mark" style={{ width: `${((size * markShare * 0.86) / side) * 100}%` }}>
        <Logo />
      </span>
    </>
  );
}
