import type { Balance } from '@marigold/contract/calls/wallet';
import { formatUnits } from '@marigold/money/amount';

import type { useBalances } from '../../domain/asset/asset-queries.ts';
import { balanceCover, useDeviceSwitch } from '../../lib/device/device-switch.ts';
import { useOnline } from '../../lib/device/online.ts';
import { useSession } from '../../lib/device/session.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { percentText, showFiat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { SkeletonBar } from '../../ui/base/skeleton.tsx';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { ShareBar } from '../../ui/money/share-bar.tsx';
import { sharesOf } from './balance.ts';

type Assets = ReturnType<typeof useBalances>['data'];

/** The one number of the page, how it is shared out, and what can be done with it. */
export function TotalWorth({ assets }: { readonly assets: Assets }) {
  const t = useText();
  const [isHidden, toggle] = useDeviceSwitch(balanceCover);
  const isOnline = useOnline().isOnline;
  const { user } = useSession();
  return (
    <section className="pb-5">
      <h2 className="flex items-center gap-1 min-h-11 type-sm text-ink-2">
        {t('assets.total', { currency: assets?.fiat ?? user?.fiat ?? '' })}
        <IconButton
          icon={isHidden ? 'eye-slash' : 'eye'}
          label={t(isHidden ? 'home.show' : 'home.hide')}
          size={20}
          onPress={toggle}
        />
      </h2>
      {assets === undefined ? (
        <div className="flex items-center min-h-13">
          <SkeletonBar width={210} height={38} />
        </div>
      ) : (
        <MoneyText
          parts={showFiat(assets.total, assets.fiat)}
          size="balance"
          isHidden={isHidden}
          hiddenLabel={t('shell.hiddenAmount')}
        />
      )}
      {assets?.complete === false ? (
        <p className="pt-1 type-sm text-ink-2">{t('assets.incomplete')}</p>
      ) : null}
      {assets === undefined ? null : <Allocation balances={assets.list} />}
      <div className="flex flex-wrap gap-2 *:grow *:basis-2/5 *:min-w-min pt-4 wide:max-w-120">
        <Button kind="primary" icon="arrow-down-left" link={linkTo(paths.receive())}>
          {t('assets.receive')}
        </Button>
        <Button
          kind="surface"
          icon="arrow-up-right"
          link={linkTo(paths.transfer())}
          disabledReason={isOnline ? undefined : t('shell.offlineMoney')}
        >
          {t('assets.transfer')}
        </Button>
      </div>
    </section>
  );
}

function Allocation({ balances }: { readonly balances: readonly Balance[] }) {
  const t = useText();
  const shares = sharesOf(balances);
  if (shares.length === 0) return null;
  const words = shares.map(({ asset = t('assets.allocationRest'), permille }) =>
    t('assets.allocationItem', { asset, percent: percentText(formatUnits(BigInt(permille), 1)) }),
  );
  return (
    <div className="pt-3.5">
      <ShareBar
        label={`${t('assets.allocation')}. ${words.join(', ')}`}
        parts={shares.map(({ asset, permille }) => ({
          id: asset ?? '',
          ticker: asset,
          weight: permille,
        }))}
      />
    </div>
  );
}
