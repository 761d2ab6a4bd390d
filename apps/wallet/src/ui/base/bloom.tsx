import './bloom.css';
import { useState } from 'react';

import { petalCount, petalPath, petalTransform } from './bloom-geometry.ts';

interface BloomProps {
  /** CSS pixels. Below 40 the number is dropped. */
  size: number;
  /** Lit petals, 0 to 12: a lit petal always means one counted step. */
  lit?: number | undefined;
  number?: number | string | undefined;
  /** The ring's text alternative, such as "7 of 12 confirmations"; without it the bloom is decoration. */
  label?: string | undefined;
  tone?: 'brand' | 'current' | 'leaf' | 'dotted' | undefined;
  isTurning?: boolean | undefined;
  /** Opens all lit petals one after another, as on a success. */
  isOpening?: boolean | undefined;
}

const petals = Array.from({ length: petalCount }, (_, index) => index);

/** The twelve-petal bloom. A petal that is lit while the reader looks opens with a small spring. */
export function Bloom({
  size,
  lit = petalCount,
  number,
  label,
  tone = 'brand',
  isTurning,
  isOpening,
}: BloomProps) {
  const [litAtFirst] = useState(isOpening ? 0 : lit);
  const hasNumber = number !== undefined && size >= 40;
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      width={size}
      height={size}
      viewBox="-50 -50 100 100"
      className={`bloom-${tone}${isTurning ? ' bloom-turning' : ''}`}
      {...named}
    >
      {petals.map((index) => (
        <path
          key={index}
          d={petalPath(hasNumber)}
          transform={petalTransform(index)}
          className={`bloom-petal${index < lit ? ' bloom-lit' : ''}${index < lit && index >= litAtFirst ? ' bloom-opens' : ''}`}
          style={isOpening ? { animationDelay: `${index * 60}ms` } : undefined}
        />
      ))}
      {hasNumber ? (
        <text dy=".36em" className="bloom-core">
          {number}
        </text>
      ) : (
        <circle r="8.5" className="bloom-core" />
      )}
    </svg>
  );
}
