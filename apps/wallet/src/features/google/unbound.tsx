import { useEffect, useRef } from 'react';

import { linkTo } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { FreezeNote } from '../../screen/freeze-note.tsx';
import { LogOutOthers } from '../../screen/log-out-others.tsx';
import { Screen } from '../../screen/screen.tsx';
import { Button } from '../../ui/base/button.tsx';

/** Two-step verification is off: what is paused and until when, who else is logged in, and the way to bind it again. */
export function Unbound() {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const leave = () => go(paths.profile(), { isReplacing: true });
  return (
    <Screen
      width="480"
      close={leave}
      hasOwnHeading
      foot={
        <Button kind="primary" onPress={leave}>
          {t('shell.done')}
        </Button>
      }
    >
      <h1 ref={heading} tabIndex={-1} className="mt-2 type-1 outline-none">
        {t('google.unbound')}
      </h1>
      <p className="mt-1 mb-4 type-sm text-ink-2">{t('google.unboundText')}</p>
      <FreezeNote className="mb-4" />
      <Button kind="secondary" link={linkTo(paths.googleAuth(), { isReplacing: true })}>
        {t('google.bindAgain')}
      </Button>
      <LogOutOthers />
    </Screen>
  );
}
