import './css/list.css';

/** A person's initials on a disc; decoration, because the name stands beside it. */
export function Avatar({
  initials,
  size = 36,
  tone = 'ink',
}: {
  initials: string;
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
  return (
    <span
      className="gi"
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.38,
        background: `var(--${ground})`,
        color: `var(--${text})`,
      }}
    >
      {initials}
    </span>
  );
}
