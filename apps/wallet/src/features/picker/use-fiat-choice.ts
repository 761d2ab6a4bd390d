import { useState } from 'react';

import { type Fiat, keepVisitorFiat, useFiat } from '../../domain/asset/fiat.ts';
import { session, useSession } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { useIntent } from '../../lib/intents/intent.ts';
import { useText } from '../../lib/text/i18n.ts';

export type FiatChoice = {
  readonly fiat: Fiat;
  readonly isSaving: boolean;
  /** Keeps another currency of display, then runs `done`; a failure is said and changes nothing. */
  readonly choose: (next: Fiat, done: () => void) => Promise<void>;
};

/** A person's choice is kept with the account, a visitor's in this browser. */
export function useFiatChoice(): FiatChoice {
  const t = useText();
  const { hasLogin } = useSession();
  const fiat = useFiat();
  const preferences = useIntent('user/prefs/set');
  const [isSaving, setSaving] = useState(false);

  async function save(next: Fiat): Promise<boolean> {
    const result = await preferences.send({ fiat: next }, { showErrors: true, disableLoading: true });
    if (result.ok) session.setUser(result.data);
    return result.ok;
  }

  return {
    fiat,
    isSaving,
    async choose(next, done) {
      if (isSaving) return;
      if (next === fiat) return done();
      setSaving(true);
      try {
        if (hasLogin && !(await save(next))) return;
        // Whoever logs out here goes on seeing what they are used to.
        keepVisitorFiat(next);
        showToast({ text: t('picker.fiatSaved', { fiat: next }) });
        done();
      } finally {
        setSaving(false);
      }
    },
  };
}
