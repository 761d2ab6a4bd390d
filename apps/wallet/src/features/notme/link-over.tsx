import { notMeLifeMs } from '@marigold/contract/durations';
import { dayMs } from '@marigold/money/spans';

import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { NotMeFrame } from './not-me-frame.tsx';
import { WayIn } from './way-in.tsx';

/** The link is over or was cut off: nothing happened, and there are other ways. */
export function LinkOver({ hasLogin }: { readonly hasLogin: boolean }) {
  const t = useText();
  return (
    <NotMeFrame
      title={t('notme.expiredTitle')}
      text={t('notme.expiredText', { days: notMeLifeMs / dayMs })}
      foot={
        hasLogin ? (
          <Button kind="primary" link={linkTo(paths.messages({ topic: 'security' }), { isReplacing: true })}>
            {t('shell.title.message')}
          </Button>
        ) : (
          <WayIn label={t('notme.login')} />
        )
      }
    />
  );
}
