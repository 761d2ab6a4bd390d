import type { AriaAttributes, ReactElement, ReactNode } from 'react';

/** What the kit gives to a link: spread it onto the router's own element. */
export interface LinkProps {
  className: string;
  children: ReactNode;
  'aria-label'?: string;
  'aria-current'?: 'page' | 'true';
}

/** Draws the element that leads elsewhere. The kit knows no router: `link={(props) => <Link to="/" {...props} />}`. */
export type LinkRender = (props: LinkProps) => ReactElement;

interface PressableProps {
  className: string;
  children: ReactNode;
  link?: LinkRender | undefined;
  onPress?: (() => void) | undefined;
  label?: string | undefined;
  current?: 'page' | 'true' | false | undefined;
  popup?: AriaAttributes['aria-haspopup'];
  disabled?: boolean | undefined;
}

/** One target in three forms: a link, a button, or plain content when there is nowhere to go. */
export function Pressable({
  className,
  children,
  link,
  onPress,
  label,
  current,
  popup,
  disabled,
}: PressableProps) {
  const named = {
    ...(label === undefined ? {} : { 'aria-label': label }),
    ...(current ? { 'aria-current': current } : {}),
  };
  if (link && !disabled) return link({ className, children, ...named });
  if (onPress || disabled) {
    return (
      <button
        type="button"
        className={className}
        onClick={disabled ? undefined : onPress}
        aria-disabled={disabled || undefined}
        aria-haspopup={popup}
        {...named}
      >
        {children}
      </button>
    );
  }
  return <div className={className}>{children}</div>;
}
