import './icon-button.css';
import type { IconName } from './icon-names.ts';
import { Icon } from './icon.tsx';
import type { LinkRender } from './pressable.tsx';

interface IconButtonProps {
  icon: IconName;
  /** Its name for readers; every icon button needs one. */
  label: string;
  size?: number | undefined;
  onPress?: (() => void) | undefined;
  link?: LinkRender | undefined;
  /** A red badge: so many new things wait. `label` must say so too. */
  count?: number | undefined;
  isPressed?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

/** A round 44 px target with one icon. */
export function IconButton({
  icon,
  label,
  size = 24,
  onPress,
  link,
  count = 0,
  isPressed,
  isDisabled,
}: IconButtonProps) {
  const drawing = (
    <>
      <Icon name={icon} size={size} />
      {count > 0 ? <i aria-hidden="true">{count > 99 ? '99+' : count}</i> : null}
    </>
  );
  if (link) return link({ className: 'icon-button', children: drawing, 'aria-label': label });
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onPress}
    >
      {drawing}
    </button>
  );
}
