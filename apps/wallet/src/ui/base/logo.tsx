import './bloom.css';
import './logo.css';
import { petalPath, petalTransform, petalCount } from './bloom-geometry.ts';

const petals = Array.from({ length: petalCount }, (_, index) => index);

/** The mark: twelve outer and twelve inner petals. `isCurrent` draws it in the colour of its text, as on marigold. */
export function Logo({
  size = 32,
  label,
  isCurrent,
}: {
  size?: number;
  label?: string;
  isCurrent?: boolean;
}) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      width={size}
      height={size}
      viewBox="-50 -50 100 100"
      className={isCurrent ? 'bloom-current' : ''}
      {...named}
    >
      {petals.map((index) => (
        <path
          key={index}
          d={petalPath(false)}
          transform={petalTransform(index)}
          className="bloom-petal bloom-lit"
        />
      ))}
      {isCurrent
        ? null
        : petals.map((index) => (
            <path
              key={index}
              d={petalPath(false)}
              transform={`${petalTransform(index + 0.5)} scale(.62)`}
              className="bloom-petal bloom-inner"
            />
          ))}
      <circle r="9" className="bloom-core" />
    </svg>
  );
}

/** Mark and name together, for the rail and the login page. */
export function BrandMark({ name, isCurrent }: { name: string; isCurrent?: boolean }) {
  return (
    <span className="logo-named">
      <Logo size={32} isCurrent={isCurrent ?? false} />
      {name}
    </span>
  );
}
