/** SMS through a provider's HTTP endpoint: POST {to, text} as JSON with a bearer token; any 2xx means taken. */
import type { SmsSender } from '../../modules/message/port.ts';

export const smsTimeoutMs = 10_000;

/** The provider did not take the message; the job tries again. Never holds the text. */
export class SmsUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The SMS provider did not take a message: ${reason}`, { cause });
    this.name = 'SmsUnavailable';
  }
}

export function createHttpSms({
  url,
  token,
  timeoutMs = smsTimeoutMs,
}: {
  readonly url: string;
  readonly token?: string | undefined;
  readonly timeoutMs?: number;
}): SmsSender {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return {
    async send({ to, text }) {
      const response = await post(url, headers, JSON.stringify({ to, text }), timeoutMs);
      await response.body?.cancel();
      if (!response.ok) throw new SmsUnavailable(`it answered ${response.status}`);
    },
  };
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Response> {
  try {
    // A redirect would carry the token and the code to another host.
    return await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new SmsUnavailable('it could not be reached in time', error);
  }
}
