import { missingFor, type Need, type NeedyPage } from '@marigold/guard/page-needs';
import type { ReactNode } from 'react';

import { useSession } from '../lib/device/session.ts';
import { linkTo } from '../lib/route/link.tsx';
import { paths } from '../lib/route/paths.ts';
import { useText } from '../lib/text/i18n.ts';
import { Button } from '../ui/base/button.tsx';
import { EmptyState } from '../ui/page/empty-state.tsx';
import { Screen } from './screen.tsx';

const binding = {
  paymentPassword: { title: 'google.needPayTitle', text: 'google.needPayText', button: 'google.needPay' },
  twoStep: { title: 'google.needTitle', text: 'google.needText', button: 'google.need' },
} as const;

type GateProps = {
  readonly page: NeedyPage;
  /** The address of the page, to which whoever binds what is missing comes back. */
  readonly own: string;
  readonly children: ReactNode;
};

/** The page for whoever has what it needs; else what is missing, with the way to bind it and back. */
export function BindFirst({ page, own, children }: GateProps) {
  const t = useText();
  const { user } = useSession();
  const missing = user === undefined ? undefined : missingFor(page, user);
  if (missing === undefined) return children;
  const { title, text, button, to } = bindingWay(missing, own);
  return (
    <Screen width="480" back={paths.profile()}>
      <EmptyState
        title={t(title)}
        reason={t(text)}
        action={
          <Button kind="primary" link={linkTo(to, { isReplacing: true })}>
            {t(button)}
          </Button>
        }
      />
    </Screen>
  );
}

/** What somebody lacks, in words, and where it is set; `back` is the address that they come back to. */
export function bindingWay(missing: Need, back: string) {
  return {
    ...binding[missing],
    to: missing === 'twoStep' ? paths.googleAuth({ back }) : paths.paymentPassword({ back }),
  };
}
