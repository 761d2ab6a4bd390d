/** Calls of the API as an app makes them, without a screen: the real envelope over real HTTP, answers by their types. */
import { randomUUID } from 'node:crypto';

import { type Contract, contract, type Path } from '@marigold/contract/contract';
import type { WireFields, WireOutput } from '@marigold/contract/endpoint';

import { seal } from '../../chaos/client.ts';
import { createCookieJar } from '../../chaos/cookie-jar.ts';

/** An app on somebody's device. */
export interface Caller {
  /** Where the program is. */
  readonly url: string;
  readonly deviceId: string;
  /** The address that limits count it by; the program must trust us to say it (TRUSTED_PROXIES). */
  readonly network: string;
  /** Of whoever is logged in there. */
  readonly token?: string;
}

const cookies = createCookieJar();

/** What the browser of this app keeps: names and values of its cookies. */
export function cookiesOf(
  caller: Pick<Caller, 'deviceId' | 'token'>,
): readonly (readonly [string, string])[] {
  return cookies
    .of(caller)
    .split('; ')
    .map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)] as const);
}

/** Makes one call, with a `requestId` of its own where it is applied once. Throws what the server answers but a success. */
export async function callApi<P extends Path>(
  { url, deviceId, network, token }: Caller,
  path: P,
  fields: WireFields<Contract[P]>,
): Promise<WireOutput<Contract[P]>> {
  const data = contract[path].idempotent ? { ...fields, requestId: randomUUID() } : fields;
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      'x-forwarded-for': network,
      origin: url,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      cookie: cookies.of({ deviceId, token }),
    },
    body: seal({
      appVersion: '1.5.6',
      deviceType: 'h5',
      deviceModel: 'journey',
      deviceBrand: 'journey',
      deviceId,
      osName: 'journey',
      time: Date.now(),
      data,
    }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${text.slice(0, 300)}`);
  const body = JSON.parse(text) as { readonly data: { readonly code: number; readonly data: unknown } };
  if (body.data.code !== 200) throw new Error(`${path} answers ${text.slice(0, 300)}`);
  const output = body.data.data as WireOutput<Contract[P]>;
  const { token: given } = output as { readonly token?: string };
  cookies.keep({ deviceId, token }, answer.headers.getSetCookie(), given);
  return output;
}
