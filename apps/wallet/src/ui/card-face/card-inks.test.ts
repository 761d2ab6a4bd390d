import { describe, expect, it } from 'vitest';

import { inksOf, veiled } from './card-inks.ts';

const printed = ['master', 'muse', 'utglblack', 'utglelite'] as const;

/** Relative luminance of `#rrggbb` as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe('the colours of a face', () => {
  it.for(printed.flatMap((design) => [false, true].map((isLocked) => ({ design, isLocked }))))(
    'keep its words readable: $design, locked $isLocked',
    ({ design, isLocked }) => {
      const { ground, sheen = [], ink, quietInk } = inksOf(design, isLocked);
      for (const behind of [ground, ...sheen])
        for (const letters of [ink, quietInk]) expect(contrast(letters, behind)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('are the theme’s own on the face that is not issued, locked or not', () => {
    expect(inksOf('blank', false).ink).toBe('var(--text-2)');
    expect(inksOf('blank', true)).toEqual(inksOf('blank', false));
  });
});

describe('the veil of a locked card', () => {
  it('leaves little colour, and makes everything darker', () => {
    // Marigold: its strongest channel was 229 above its weakest.
    const channels = [1, 3, 5].map((at) => Number.parseInt(veiled('#ffb21a').slice(at, at + 2), 16));
    expect(Math.max(...channels) - Math.min(...channels)).toBeLessThan(20);
    for (const light of ['#ffffff', '#ffb21a', '#dde3e1'])
      expect(luminance(veiled(light))).toBeLessThan(luminance(light) / 4);
    expect(veiled('#0a1211')).toMatch(/^#0[a-f]1[0-2]1[0-2]$/);
  });

  it('lies on every colour of the plastic', () => {
    for (const design of printed) {
      const [open, locked] = [inksOf(design, false), inksOf(design, true)];
      expect(locked.ground).toBe(veiled(open.ground));
      expect(locked.engraving).toEqual(open.engraving.map(veiled));
      expect(locked.chip).not.toEqual(open.chip);
    }
  });
});
