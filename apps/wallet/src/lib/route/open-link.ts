import { useStore } from '../device/store.ts';
import { postToWrapper } from '../device/webview.ts';
/** Opening links: every screen that opens one goes through here (spec 2 "External links", reliability.md 7.4). */
import { currentAppConfig } from '../http/config.ts';
import { linkSettings } from './link-settings.ts';
import { type Link, linkLengthMax, type LinkSettings, linkTitle, readLink } from './links.ts';
import { go } from './navigation.ts';
import { paths } from './paths.ts';

/** The rules that hold now. */
export function useLinkSettings(): LinkSettings {
  return linkSettings(useStore(currentAppConfig.state), window.location.origin);
}

/** The rules that hold now, outside of a component. */
export function currentLinkSettings(): LinkSettings {
  return linkSettings(currentAppConfig.state.get(), window.location.origin);
}

/**
 * Opens any text as a link: pages of ours here, messaging services outside, everything else on the outlink page, which
 * also says why something is not opened. The native wrapper opens what is not ours itself.
 */
export function openLink(text: string, title?: string): void {
  const link = readLink(text, currentLinkSettings());
  if (isForeign(link) && postToWrapper({ action: 'jump', url: link.address })) return;
  if (link.kind === 'messaging') window.open(link.address, '_blank', 'noopener,noreferrer');
  else go(linkAddress(link, text, title));
}

/** Where a link leads from here: what stands in `href`, for a long press or a middle click. */
export function linkAddress(link: Link, text: string, title?: string): string {
  if (link.kind === 'page' || link.kind === 'messaging') return link.address;
  const src = link.kind === 'outlink' ? link.address : text.slice(0, linkLengthMax + 1);
  const displayed = linkTitle(title);
  return paths.outlink({ ...(displayed === '' ? {} : { title: displayed }), src });
}

function isForeign(link: Link): link is Extract<Link, { readonly address: string; readonly host: string }> {
  return link.kind === 'messaging' || link.kind === 'outlink';
}
