import { useSession } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import type { MarketView } from './market-view.ts';

type NoMarketsProps = { readonly view: MarketView; readonly typed: string };

/** Why nothing is listed, and the way on. */
export function NoMarkets({ view, typed }: NoMarketsProps) {
  const t = useText();
  const { hasLogin } = useSession();
  if (typed === '' && view === 'favorites' && !hasLogin) {
    return (
      <EmptyState
        title={t('market.none.visitor')}
        reason={t('market.none.favoritesReason')}
        action={
          <Button size="small" link={linkTo(paths.login({ back: paths.markets({ view }) }))}>
            {t('shell.login')}
          </Button>
        }
        isInline
      />
    );
  }
  return (
    <EmptyState
      title={titleOf(view, typed, t)}
      reason={typed === '' && view === 'favorites' ? t('market.none.favoritesReason') : undefined}
      action={
        view === 'all' ? undefined : (
          <Button size="small" link={linkTo(paths.markets(), { isReplacing: true })}>
            {t('market.showAll')}
          </Button>
        )
      }
      isInline
    />
  );
}

function titleOf(view: MarketView, typed: string, t: ReturnType<typeof useText>): string {
  if (typed !== '') return t('market.none.found', { typed });
  if (view === 'favorites') return t('market.none.favorites');
  if (view === 'gainers') return t('market.none.gainers');
  if (view === 'losers') return t('market.none.losers');
  return t('market.none.any');
}
