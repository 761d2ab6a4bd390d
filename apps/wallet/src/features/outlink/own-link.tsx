import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
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
