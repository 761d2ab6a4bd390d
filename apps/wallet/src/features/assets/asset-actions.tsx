import { useFreeze, waitOf } from '../../domain/account/use-freeze.ts';
import { useMarkets } from '../../domain/market/market-queries.ts';
import { useOnline } from '../../lib/device/online.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { marketOfAsset } from './traded.ts';

/** What can be done with one asset. A line each where they do not fit beside each other; a reason stands under all. */
export function AssetActions({ currency }: { readonly currency: string }) {
  const t = useText();
  const isOnline = useOnline().isOnline;
  const frozen = useFreeze('payout');
  const paused = frozen === undefined ? undefined : t('transfer.frozen', waitOf(frozen));
  const pair = marketOfAsset(currency, useMarkets().data?.list ?? []);
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
        disabledReason={isOnline ? paused : t('shell.offlineMoney')}
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
