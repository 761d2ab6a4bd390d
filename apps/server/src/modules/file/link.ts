/** Links to one file: the token says which, until when and how it is shown, and is signed; nothing of it is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto';

import { dayMs } from '@marigold/money/spans';

import { purposeKey } from '../../platform/process/purpose-key.ts';

export type FileLink = {
  readonly fileId: string;
  /** Epoch milliseconds. */
  readonly expires: number;
  /** In the page, for pictures that we made ourselves; everything else is saved. */
  readonly shows: boolean;
};

export type FileLinks = {
  /** The address of a file on this origin, good until `expires` (epoch milliseconds, rounded up to a second). */
  sign(fileId: string, options: { readonly expires: number; readonly shows?: boolean }): string;
  /** What a token says; undefined when it is not ours or its time is over. */
  read(token: string, now: number): FileLink | undefined;
};

const idBytes = 16;
const secondsBytes = 6;
const saysBytes = idBytes + secondsBytes + 1;
const signatureBytes = 32;
const tokenSyntax = /^[A-Za-z0-9_-]{74}$/;

export function createFileLinks(secretKey: string): FileLinks {
  const key = purposeKey(secretKey, 'file links');
  const signature = (says: Buffer) => createHmac('sha256', key).update(says).digest();
  return {
    sign(fileId, { expires, shows = false }) {
      const says = Buffer.alloc(saysBytes);
      says.write(fileId.replaceAll('-', ''), 'hex');
      says.writeUIntBE(Math.ceil(expires / 1000), idBytes, secondsBytes);
      says[saysBytes - 1] = shows ? 1 : 0;
      return `/files/${Buffer.concat([says, signature(says)]).toString('base64url')}`;
    },
    read(token, now) {
      if (!tokenSyntax.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      const says = bytes.subarray(0, saysBytes);
      const given = bytes.subarray(saysBytes);
      if (given.length !== signatureBytes || !timingSafeEqual(given, signature(says))) return undefined;
      const expires = says.readUIntBE(idBytes, secondsBytes) * 1000;
      if (expires <= now) return undefined;
      return { fileId: uuid(says.toString('hex', 0, idBytes)), expires, shows: says[saysBytes - 1] === 1 };
    },
  };
}

function uuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The address of somebody's picture: the same all day, so that it is cached, and good for two days at least. */
export function avatarLink(links: FileLinks, fileId: string, now: number): string {
  const today = now - (now % dayMs);
  return links.sign(fileId, { expires: today + 3 * dayMs, shows: true });
}
