import './glyph.css';
import { useState } from 'react';

/** A person's picture, or their initials on a disc; decoration, because the name stands beside it. */
export function Avatar({
  initials,
  src,
  size = 36,
  tone = 'ink',
}: {
  initials: string;
  /** Address of the picture; the initials stand for one that does not come. */
  src?: string | null | undefined;
  size?: number;
  tone?: 'ink' | 'brand' | 'soft' | 'field';
}) {
  const grounds = {
    ink: ['text', 'canvas'],
    brand: ['brand', 'on-brand'],
    soft: ['brand-soft', 'brand-text'],
    field: ['field-action', 'on-field-action'],
  };
  const [ground, text] = grounds[tone];
  const [failed, setFailed] = useState<string>();
  const picture = src !== failed ? src : undefined;
  return (
    <span
      className="glyph"
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.38,
        background: `var(--${ground})`,
        color: `var(--${text})`,
      }}
    >
      {picture ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          className="size-full rounded-full object-cover"
          onError={() => setFailed(picture)}
        />
      ) : (
        initials
      )}
    </span>
  );
}
