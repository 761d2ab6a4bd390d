import { linkTo } from '../../lib/route/link.tsx';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { OutlinkBar } from './outlink-bar.tsx';

/** A link to a page of ours is followed by a press, like any other. */
export function OwnLink({ address }: { address: string }) {
  const t = useText();
  return (
    <Page width="480" nav={<OutlinkBar />}>
      <EmptyState
        title={t('outlink.own')}
        action={
          <Button kind="primary" link={linkTo(address)}>
            {t('outlink.ownOpen')}
          </Button>
        }
      />
    </Page>
  );
}
