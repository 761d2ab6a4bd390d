import { useRef, useState } from 'react';

import type { ContactCode } from '../domain/account/use-contact-code.ts';
import { useText } from '../lib/text/i18n.ts';

/** Inside the code's box: asks for a code, then counts down until another one may be asked for. */
export function SendCodeButton({ code, onPress }: { code: ContactCode; onPress: () => Promise<void> }) {
  const t = useText();
  const [isSending, setSending] = useState(false);
  const isRunning = useRef(false);

  async function press(): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(true);
    try {
      await onPress();
    } finally {
      isRunning.current = false;
      setSending(false);
    }
  }

  if (code.waitSeconds > 0) {
    return (
      <span className="flex-none type-sm text-ink-3 num">
        {t('login.codeResendIn', { seconds: code.waitSeconds })}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="flex-none text-action text-brand-text"
      aria-disabled={isSending || undefined}
      onClick={() => void press()}
    >
      {t(isSending ? 'login.codeSending' : code.wasSent ? 'login.codeResend' : 'login.codeSend')}
    </button>
  );
}
