import type { IconName } from './icon-names.ts';

/** One Phosphor icon in the colour of its text. `size` is in CSS pixels: 24 in bars and rows, 18 or less with `-bold`. */
export function Icon({ name, size = 24, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg width={size} height={size} fill="currentColor" aria-hidden="true" className={className}>
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
