/** Links of operators and contents for the kit's `link`: real anchors that lead where open-link.ts would go. */
import type { ComponentProps, MouseEvent, ReactElement } from 'react';

import { postToWrapper } from '../device/webview.ts';
import { PageLink } from './link.tsx';
import { readLink } from './links.ts';
import { linkAddress, useLinkSettings } from './open-link.ts';

/** `link={outLink(tile.link, tile.name)}`: any text, whoever wrote it. */
export function outLink(text: string, title?: string): (props: ComponentProps<'a'>) => ReactElement {
  return (props) => <OutLink {...props} text={text} linkTitle={title} />;
}

type OutLinkProps = ComponentProps<'a'> & {
  readonly text: string;
  readonly linkTitle?: string | undefined;
};

/** A link inside text. */
export function OutLink({ text, linkTitle, ...anchor }: OutLinkProps): ReactElement {
  const link = readLink(text, useLinkSettings());
  const address = linkAddress(link, text, linkTitle);
  if (link.kind === 'messaging') return <OutsideLink {...anchor} address={address} />;
  return (
    <PageLink {...anchor} to={address} onClick={link.kind === 'outlink' ? jump(link.address) : undefined} />
  );
}

/** Leads out of the app to a window that knows nothing of it; the address is one that readLink let through. */
export function OutsideLink({
  address,
  ...anchor
}: ComponentProps<'a'> & { readonly address: string }): ReactElement {
  return <a {...anchor} href={address} target="_blank" rel="noopener noreferrer" onClick={jump(address)} />;
}

/** What the wrapper opens itself is no longer for the browser or the router. */
function jump(address: string) {
  return (event: MouseEvent): void => {
    if (postToWrapper({ action: 'jump', url: address })) event.preventDefault();
  };
}
