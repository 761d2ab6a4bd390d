import { useEffect, useRef } from 'react';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { dateTimeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Bloom } from '../../ui/base/bloom.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Page } from '../../ui/page/page.tsx';
import type { ResetAnswer } from './new-password.tsx';

/** The password is set: what follows from it, and the way to log in. */
export function ResetDone({ freezeUntil, isStrong }: ResetAnswer) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Page
      width="480"
      foot={
        <Button kind="primary" link={linkTo(paths.login(), { isReplacing: true })}>
          {t('login.submit')}
        </Button>
      }
    >
      <div className="grid flex-1 content-center justify-items-center py-6 text-center">
        <Bloom size={140} isOpening />
        <h1 ref={heading} tabIndex={-1} className="mt-6 type-1 outline-none">
          {t('forget.doneTitle')}
        </h1>
        <p className="mt-2 max-w-75 text-ink-2">
          {t(isStrong ? 'forget.doneTextStrong' : 'forget.doneText', { time: dateTimeText(freezeUntil) })}
        </p>
      </div>
    </Page>
  );
}
