/**
 * Links to pages of this app, for the kit's `link`: real anchors, so that a long press, a middle click and a reader find
 * an address; a plain click is taken by the router instead of loading the app again.
 */
import type { ComponentProps, MouseEvent, ReactElement } from 'react';

import { go } from './navigation.ts';

type LinkOptions = {
  /** The page left behind is not kept in the history. */
  readonly isReplacing?: boolean;
};

/** `link={linkTo(paths.bills())}`. The address is one made by `paths`. */
export function linkTo(
  address: string,
  options: LinkOptions = {},
): (props: ComponentProps<'a'>) => ReactElement {
  return (props) => <PageLink {...props} {...options} to={address} />;
}

/** A link inside text. */
export function PageLink({
  to,
  isReplacing = false,
  onClick,
  ...anchor
}: ComponentProps<'a'> & LinkOptions & { readonly to: string }): ReactElement {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (isForBrowser(event)) return;
    event.preventDefault();
    go(to, { isReplacing });
  }
  return <a {...anchor} href={to} onClick={follow} />;
}

/** Clicks that open a tab or a window, and clicks that somebody has answered already. */
function isForBrowser(event: MouseEvent): boolean {
  return (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  );
}
