/**
 * The two cookies of this program: the half of a session, and the device. Scripts cannot read either, and no other site
 * makes a browser send one.
 */
import { dayMs } from '@marigold/money/spans';

/** Longer than any browser keeps a cookie. */
const deviceDays = 400;

export type CookieSettings = {
  /** Pages come over https; a demonstration on http gets cookies without the prefix that asks for it. */
  readonly isSecure: boolean;
  /** Another origin may show us in a frame: there a strict cookie never comes back. */
  readonly isFramed: boolean;
};

export type PresentedCookies = { readonly half: string | undefined; readonly device: string | undefined };

export type Cookies = {
  /** What a request brought. */
  readonly read: (header: string | undefined) => PresentedCookies;
  /** `Set-Cookie` for the half of a session that lives so many days without use. */
  readonly half: (value: string, days: number) => string;
  /** `Set-Cookie` that takes the half away. */
  readonly noHalf: () => string;
  readonly device: (value: string) => string;
};

const nothing: PresentedCookies = { half: undefined, device: undefined };

export function createCookies({ isSecure, isFramed }: CookieSettings): Cookies {
  const prefix = isSecure ? '__Host-' : '';
  const [halfName, deviceName] = [`${prefix}marigold`, `${prefix}marigold-device`];
  const secure = isSecure || isFramed ? '; Secure' : '';
  const site = isFramed ? '; SameSite=None; Partitioned' : '; SameSite=Strict';
  const set = (name: string, value: string, days: number): string =>
    `${name}=${value}; Path=/; Max-Age=${(days * dayMs) / 1000}; HttpOnly${secure}${site}`;
  return {
    read(header) {
      if (header === undefined) return nothing;
      let [half, device]: (string | undefined)[] = [];
      for (const part of header.split(';')) {
        const at = part.indexOf('=');
        const name = part.slice(0, at).trim();
        if (name === halfName) half = part.slice(at + 1).trim();
        else if (name === deviceName) device = part.slice(at + 1).trim();
      }
      return { half, device };
    },
    half: (value, days) => set(halfName, value, days),
    noHalf: () => set(halfName, '', 0),
    device: (value) => set(deviceName, value, deviceDays),
  };
}
