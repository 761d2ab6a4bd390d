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
  const [halfStart, deviceStart] = [`${prefix}marigold=`, `${prefix}marigold-device=`];
  const secure = isSecure || isFramed ? '; Secure' : '';
  const site = isFramed ? '; SameSite=None; Partitioned' : '; SameSite=Strict';
  const set = (start: string, value: string, days: number): string =>
    `${start}${value}; Path=/; Max-Age=${(days * dayMs) / 1000}; HttpOnly${secure}${site}`;
  return {
    read(header) {
      if (header === undefined) return nothing;
      let [half, device]: (string | undefined)[] = [];
      // Read for every call: without a list of what else there is.
      // Ends: each turn begins behind one more semicolon.
      for (let from = 0; from < header.length;) {
        const end = header.indexOf(';', from);
        const to = end < 0 ? header.length : end;
        if (header[from] === ' ') from += 1;
        if (header.startsWith(halfStart, from)) half = header.slice(from + halfStart.length, to).trim();
        else if (header.startsWith(deviceStart, from))
          device = header.slice(from + deviceStart.length, to).trim();
        from = to + 1;
      }
      return { half, device };
    },
    half: (value, days) => set(halfStart, value, days),
    noHalf: () => set(halfStart, '', 0),
    device: (value) => set(deviceStart, value, deviceDays),
  };
}
