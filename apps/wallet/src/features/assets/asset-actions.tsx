import { useText } from '../../lib/i18n.ts';
import { linkTo } from '../../lib/link.tsx';
import { useMarkets } from '../../lib/market-queries.ts';
import { useOnline } from '../../lib/online.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { marketOf } from './traded.ts';

/** What can be done with one asset. A line each where they do not fit beside each other; a reason stands under all. */
export function AssetActions({ currency }: { readonly currency: string }) {
  const t = useText();
  const isOnline = useOnline().isOnline;
  const pair = marketOf(currency, useMarkets().data?.list ?? []);
  return (
    <div className="flex flex-wrap gap-2 pt-2 pb-3 [&>p]:order-last [&>p]:basis-full">
      <Button
        size="small"
        className="flex-1"
        icon="arrow-down-left-bold"
        link={linkTo(paths.receive({ currency }))}
      >
        {t('assets.receive')}
      </Button>
      <Button
        size="small"
        className="flex-1"
        icon="arrow-up-right-bold"
        link={linkTo(paths.transfer({ currency }))}
        disabledReason={isOnline ? undefined : t('shell.offlineMoney')}
      >
        {t('assets.transfer')}
      </Button>
      {pair === undefined ? null : (
        <Button
          size="small"
          className="flex-1"
          icon="arrows-left-right-bold"
          link={linkTo(paths.trade({ pair }))}
        >
          {t('assets.trade')}
        </Button>
      )}
    </div>
  );
}
