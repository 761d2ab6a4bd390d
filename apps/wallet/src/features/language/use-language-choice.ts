import { useState } from 'react';

import { session, useSession } from '../../lib/device/session.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { chooseLanguage, type LanguageChoice, languageChoice, languageFor } from '../../lib/text/i18n.ts';

/** Mails in the old language are a small loss; a restart that waits for a slow network would be a larger one. */
const saveTimeoutMs = 3000;

export type LanguageSwitch = {
  /** What is kept: one of the five, or whatever the device speaks. */
  readonly choice: LanguageChoice;
  readonly isRestarting: boolean;
  /** Keeps another choice, here and for the person's mails, and restarts the app; the session stays. */
  readonly choose: (choice: LanguageChoice) => Promise<void>;
};

export function useLanguageChoice(): LanguageSwitch {
  const { hasLogin } = useSession();
  const preferences = useIntent('user/prefs/set');
  const [choice, setChoice] = useState(languageChoice);
  const [isRestarting, setRestarting] = useState(false);

  async function saveForMails(next: LanguageChoice): Promise<void> {
    const language = languageFor(next, navigator.languages);
    const quietly = { disableLoading: true, onFail: () => undefined, timeoutMs: saveTimeoutMs };
    try {
      const result = await preferences.send({ language }, quietly);
      if (result.ok) session.setUser(result.data);
    } catch {
      // No network: the choice holds on this device all the same.
    }
  }

  async function choose(next: LanguageChoice): Promise<void> {
    if (isRestarting || next === choice) return;
    setRestarting(true);
    setChoice(next);
    if (hasLogin) await saveForMails(next);
    chooseLanguage(next);
  }

  return { choice, isRestarting, choose };
}
