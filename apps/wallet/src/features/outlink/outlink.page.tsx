import { readLink } from '../../lib/route/links.ts';
import { useLinkSettings } from '../../lib/route/open-link.ts';
import type { OutlinkSearch } from '../../lib/route/paths.ts';
import { FramedLink } from './framed-link.tsx';
import { LeavingLink } from './leaving-link.tsx';
import { OwnLink } from './own-link.tsx';
import { RefusedLink } from './refused-link.tsx';

/**
 * Somebody else's page (spec 2 "External links", reliability.md 7.4). Title and address come from a query that anybody
 * can write: the host is always shown, only hosts of the operator are framed, and nothing is opened without a press.
 */
export function OutlinkPage({ src = '', title }: OutlinkSearch) {
  const link = readLink(src, useLinkSettings());
  if (link.kind === 'refused') return <RefusedLink text={src} reason={link.reason} />;
  if (link.kind === 'page') return <OwnLink address={link.address} />;
  if (link.kind === 'outlink' && link.isFramed)
    return <FramedLink key={link.address} link={link} title={title} />;
  return <LeavingLink link={link} title={title} />;
}
