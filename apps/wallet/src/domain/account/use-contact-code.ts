import { useState } from 'react';

import { problemOf, type FormProblem } from '../../lib/http/form-problem.ts';
import { useCountdown } from '../../lib/text/countdown.ts';
import { useText } from '../../lib/text/i18n.ts';
import { isEmail, isPhone, readEmail, readPhone } from './contact.ts';
import { callWithWork, useEarlyWork } from './puzzle.ts';

export type CodeContact = { readonly channel: 'phone' | 'email'; readonly typed: string };

/** The one field of the call that names the contact. */
export function contactInput({ channel, typed }: CodeContact): { email: string } | { phone: string } {
  return channel === 'email' ? { email: readEmail(typed) } : { phone: readPhone(typed) };
}

/** A code that is on its way, or one that may not be asked for yet. */
type Sent = {
  readonly target: string;
  /** The sentence about where it went; undefined when only the waiting time is known. */
  readonly note: string | undefined;
};

export type ContactCode = {
  /** Asks for a code: true when it is on its way, otherwise what to say; undefined where a toast has said it. */
  readonly send: () => Promise<true | FormProblem<'code' | 'phone' | 'email'> | undefined>;
  /** Seconds until another one may be asked for, 0 when it may. Another contact does not wait. */
  readonly waitSeconds: number;
  readonly wasSent: boolean;
  /** The browser is at work on a puzzle, and it takes its time. */
  readonly isChecking: boolean;
  readonly note: string | undefined;
};

/** The code that proves a contact: sent, counted down, sent again. */
export function useContactCode(contact: CodeContact): ContactCode {
  const t = useText();
  const [sent, setSent] = useState<Sent>();
  const [isChecking, setChecking] = useState(false);
  const target = Object.values(contactInput(contact))[0] ?? '';
  const current = sent?.target === target ? sent : undefined;
  const countdown = useCountdown();
  const isContact = contact.channel === 'email' ? isEmail(contact.typed) : isPhone(contact.typed);
  const early = useEarlyWork('register', isContact ? target : undefined);

  async function send() {
    const onSlow = () => setChecking(true);
    const result = await callWithWork(
      'user/code/send',
      { scene: 'register', ...contactInput(contact) },
      { showErrors: true, disableLoading: true, onFail: () => undefined, early, onSlow },
    ).finally(() => setChecking(false));
    if (result.ok) {
      const { masked, ttl, resendIn } = result.data;
      const note = t('login.codeSent', { masked, minutes: Math.round(ttl / 60) });
      setSent({ target, note });
      countdown.start(resendIn);
      return true;
    }
    const seconds = result.kind === 'refusal' ? result.facts['seconds'] : undefined;
    if (typeof seconds === 'number') {
      setSent({ target, note: current?.note });
      countdown.start(seconds);
    }
    return problemOf(result, {
      fields: ['phone', 'email'],
      byRefusal: {
        puzzle_needed: 'code',
        puzzle_wrong: 'code',
        code_too_soon: 'code',
        code_limit: 'code',
        sms_closed: 'phone',
      },
      malformed: (field) => t(field === 'email' ? 'login.emailError' : 'login.phoneError'),
    });
  }

  const waitSeconds = current === undefined ? 0 : countdown.seconds;
  const note = isChecking ? t('login.checking') : current?.note;
  return { send, waitSeconds, wasSent: current !== undefined, isChecking, note };
}
