/**
 * What a text that claims to be a link is (spec 2 "External links", reliability.md 7.4): a page of this app, a page of
 * somebody else, a messaging service, or nothing to be opened, with the reason. Pure; open-link.ts acts on it.
 */
import { cleanLine, hasHidden } from '@marigold/contract/clean-line';

import { displayHost } from './host.ts';
import { findOwnAddress } from './paths.ts';

export type LinkSettings = {
  /** Where this app is: `https://wallet.example`, with its port. */
  readonly origin: string;
  /** Hosts of messaging services, opened outside of the app. */
  readonly messagingHosts: readonly string[];
  /** Hosts the operator allows to be shown in a frame. */
  readonly frameHosts: readonly string[];
};

export type LinkRefusal =
  /** Nothing, or only blanks. */
  | 'empty'
  | 'tooLong'
  /** Control, bidirectional or invisible characters: what is read is not what is opened. */
  | 'hidden'
  | 'backslash'
  /** Any scheme but http and https. */
  | 'scheme'
  /** `https://name@host`: the name reads like the host. */
  | 'userinfo'
  /** A number or a name of the own network where a public name should be, or a host in disguise. */
  | 'host'
  | 'malformed'
  /** A path that is no page of this app. */
  | 'unknownPage';

export type ForeignLink = {
  /** As `new URL` writes it. */
  readonly address: string;
  /** The real host, to be shown wherever the link is. */
  readonly host: string;
};

export type Link =
  | { readonly kind: 'page'; readonly address: string }
  | ({ readonly kind: 'messaging' } & ForeignLink)
  /** `isSecure`: https. `isFramed`: the operator allows it to be shown inside of the app. */
  | ({ readonly kind: 'outlink'; readonly isSecure: boolean; readonly isFramed: boolean } & ForeignLink)
  | { readonly kind: 'refused'; readonly reason: LinkRefusal };

export const linkLengthMax = 2048;
export const linkTitleMax = 60;

/** Classifies any text; never throws. */
export function readLink(text: string, settings: LinkSettings): Link {
  const trimmed = text.replaceAll(/^ +| +$/g, '');
  if (trimmed === '') return refused('empty');
  if (trimmed.length > linkLengthMax) return refused('tooLong');
  if (hasHidden(trimmed)) return refused('hidden');
  if (trimmed.includes('\\')) return refused('backslash');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') return readWebLink(trimmed, settings);
  if (scheme !== undefined) return refused('scheme');
  const address = findOwnAddress(trimmed);
  return address === undefined ? refused('unknownPage') : { kind: 'page', address };
}

function readWebLink(text: string, settings: LinkSettings): Link {
  // `https:evil.example` and `https:///evil.example` are repaired by URL; nobody writes them by accident.
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  // Some browsers keep a blank in a host, as %20.
  if (authority === undefined || authority.includes(' ') || !URL.canParse(text)) return refused('malformed');
  const url = new URL(text);
  if (authority.includes('@') || url.username !== '' || url.password !== '') return refused('userinfo');
  if (url.origin === settings.origin) {
    const address = findOwnAddress(url.pathname + url.search);
    return address === undefined ? refused('unknownPage') : { kind: 'page', address };
  }
  if (!isPublicName(url.hostname) || isDisguised(authority, url.hostname)) return refused('host');
  // A service that we know answers on https.
  const isMessaging = settings.messagingHosts.includes(url.host);
  const isFramed = settings.frameHosts.includes(url.host);
  if (isMessaging || isFramed) url.protocol = 'https:';
  const foreign = { address: url.href, host: displayHost(url) };
  if (isMessaging) return { kind: 'messaging', ...foreign };
  return { kind: 'outlink', ...foreign, isSecure: url.protocol === 'https:', isFramed };
}

/** Names of the own network: routers, printers and other programs of this machine. */
const localName =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|arpa|onion|test|invalid)$/;

/** A name with a dot whose last label is no number: no IPv4 in any spelling, no IPv6, nothing of the own network. */
function isPublicName(host: string): boolean {
  return /^([a-z0-9_-]{1,63}\.)+(xn--[a-z0-9-]{1,59}|[a-z]{2,63})$/.test(host) && !localName.test(host);
}

/**
 * True where other characters were written for the plain ones of the host: full-width letters, ideographic dots,
 * percent codes. Names in other scripts become `xn--` and are none of that.
 */
function isDisguised(authority: string, host: string): boolean {
  if (authority.includes('%')) return true;
  const isPlain = /^[\x21-\x7e]+$/.test(authority);
  return !isPlain && (!/(^|\.)xn--/.test(host) || authority.normalize('NFKC') !== authority.normalize('NFC'));
}

function refused(reason: LinkRefusal): Link {
  return { kind: 'refused', reason };
}

/** The title of a link as one line of text. Empty when nothing is left of it. */
export function linkTitle(title: string | undefined): string {
  return cleanLine(title ?? '', linkTitleMax);
}
