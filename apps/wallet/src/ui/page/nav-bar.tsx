import './nav-bar.css';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

import { IconButton } from '../base/icon-button.tsx';
import { onResized } from '../base/resize.ts';

interface NavBarProps {
  /** Leave it out where the content has the h1, as on result pages. */
  title?: string | undefined;
  /** The way out: an arrow on pushed pages, a cross in wizards and on result pages. Absent on tab homes. */
  back?: { kind: 'back' | 'close'; label: string; onPress: () => void } | undefined;
  /** At most two icon buttons or one text action. */
  actions?: ReactNode;
  /** True when the rail leads here, so that wide screens need no arrow. */
  isInRail?: boolean | undefined;
}

/** The page's bar with its only h1. A title too long for the bar moves beneath it in full instead of being cut. */
export function NavBar({ title, back, actions, isInRail }: NavBarProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isLong, setLong] = useState(false);
  useLayoutEffect(() => {
    const element = heading.current;
    if (!element) return undefined;
    const measure = () => {
      const bar = element.parentElement;
      bar?.removeAttribute('data-long');
      const overflows = element.scrollWidth > element.clientWidth;
      bar?.toggleAttribute('data-long', overflows);
      setLong(overflows);
    };
    measure();
    void document.fonts.ready.then(measure);
    return onResized(measure);
  }, [title]);
  return (
    <header
      className="nav-bar"
      data-long={isLong || undefined}
      data-in-rail={isInRail || undefined}
      data-back={back?.kind}
    >
      {back ? (
        <IconButton
          icon={back.kind === 'back' ? 'arrow-left' : 'x'}
          label={back.label}
          onPress={back.onPress}
        />
      ) : null}
      {title === undefined ? <div className="flex-1" /> : <h1 ref={heading}>{title}</h1>}
      {actions ? <div className="nav-bar-actions">{actions}</div> : null}
    </header>
  );
}
