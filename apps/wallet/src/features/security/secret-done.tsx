import { useEffect, useRef } from 'react';

import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';

const texts = {
  password: { title: 'password.doneTitle', text: 'password.doneText' },
  payPassword: { title: 'password.payDoneTitle', text: 'password.payDoneText' },
} as const;

type DoneProps = {
  readonly what: keyof typeof texts;
  /** Sending is paused until then; epoch ms. */
  readonly freezeUntil: number;
  readonly onLeave: () => void;
};

/** A secret was changed: what follows from it. */
export function SecretDone({ what, freezeUntil, onLeave }: DoneProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Screen
      width="480"
      close={onLeave}
      hasOwnHeading
      foot={
        <Button kind="primary" onPress={onLeave}>
          {t('shell.done')}
        </Button>
      }
    >
      <div className="grid flex-1 content-center justify-items-center py-6 text-center">
        <Bloom size={140} isOpening />
        <h1 ref={heading} tabIndex={-1} className="mt-6 type-1 outline-none">
          {t(texts[what].title)}
        </h1>
        <p className="mt-2 max-w-75 text-ink-2">{t(texts[what].text, { time: dateTimeText(freezeUntil) })}</p>
      </div>
    </Screen>
  );
}
