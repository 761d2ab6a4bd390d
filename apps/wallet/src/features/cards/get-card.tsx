import { linkTo, PageLink } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';

/** The way to the shop, in the bar of the page. */
export function GetCard() {
  const t = useText();
  return (
    <PageLink
      to={paths.cardShop()}
      className="inline-flex min-h-11 items-center gap-1 px-2 type-sm-b text-ink wide:px-0"
    >
      <Icon name="plus-bold" size={18} />
      {t('cards.get')}
    </PageLink>
  );
}

/** Neither a card nor an application: what a card is good for, and the one way to it. */
export function NoCards() {
  const t = useText();
  return (
    <EmptyState
      title={t('cards.none')}
      reason={t('cards.noneText')}
      action={
        <Button kind="primary" size="small" link={linkTo(paths.cardShop())}>
          {t('cards.get')}
        </Button>
      }
    />
  );
}
