/** The cookies of many people on many devices, as their browsers would keep and send them. */

/** Whose call it is: the device, and the bearer where somebody is signed in. */
export type CookieOwner = { readonly deviceId: string; readonly token?: string | undefined };

export type CookieJar = {
  /** The header `Cookie` of a call; empty where nothing was given yet. */
  readonly of: (owner: CookieOwner) => string;
  /** Keeps what an answer set; `signedIn` is the bearer that the same answer gave. */
  readonly keep: (
    owner: CookieOwner,
    setCookies: readonly string[] | undefined,
    signedIn: string | undefined,
  ) => void;
};

export function createCookieJar(): CookieJar {
  const halves = new Map<string, string>();
  const devices = new Map<string, string>();
  return {
    of({ deviceId, token }) {
      const half = token === undefined ? undefined : halves.get(token);
      return [half, devices.get(deviceId)].filter((cookie) => cookie !== undefined).join('; ');
    },
    keep({ deviceId, token }, setCookies = [], signedIn) {
      const bearer = signedIn ?? token;
      for (const line of setCookies) {
        const [cookie = ''] = line.split(';');
        const [name = ''] = cookie.split('=');
        if (name.endsWith('marigold-device')) devices.set(deviceId, cookie);
        else if (name.endsWith('marigold') && bearer !== undefined) halves.set(bearer, cookie);
      }
    },
  };
}
