/** Intents of a person on a screen; once.ts with this browser's storage and calls. */
import { useState } from 'react';

import { deviceId } from '../device/device.ts';
import { newId } from '../device/ids.ts';
import { session } from '../device/session.ts';
import { storage } from '../device/storage.ts';
import { type CallOptions, NetworkFailure, type Result } from '../http/api.ts';
import { call } from '../http/call.ts';
import { createIntents, type OnceInput, type OncePath } from './once.ts';

/** For whoever must know of an intent outside of a component; screens use `useIntent`. */
export const intents = createIntents({
  storage,
  call,
  clock: () => Date.now(),
  newId,
  scope: () => session.state.get().user?.uid ?? `device:${deviceId()}`,
});

export type Intent<P extends OncePath> = {
  /** Sends with the stored id. A second tap gets the first one's answer. */
  readonly send: (input: OnceInput<P>, options?: CallOptions) => Promise<Result<P>>;
  readonly isSending: boolean;
  /** The last send got no answer: nobody knows yet whether it was applied; sending the same again is safe. */
  readonly isUnanswered: boolean;
};

/** One kind of intent for a screen: `const transfer = useIntent('transfer/internal')`. */
export function useIntent<P extends OncePath>(path: P): Intent<P> {
  const [isSending, setSending] = useState(false);
  const [isUnanswered, setUnanswered] = useState(() => intents.hasUnanswered(path));
  async function send(input: OnceInput<P>, options?: CallOptions): Promise<Result<P>> {
    setSending(true);
    try {
      const result = await intents.send(path, input, options);
      setUnanswered(intents.hasUnanswered(path));
      return result;
    } catch (error) {
      setUnanswered(error instanceof NetworkFailure);
      throw error;
    } finally {
      setSending(false);
    }
  }
  return { send, isSending, isUnanswered };
}
