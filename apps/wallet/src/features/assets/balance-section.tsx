import type { Balance } from '@marigold/contract/calls/wallet';
import { useState } from 'react';

import { smallCover, useDeviceSwitch } from '../../lib/device/device-switch.ts';
import { useIsDemo } from '../../lib/http/config.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { BalanceRows } from './balance-rows.tsx';
import { BalanceTools } from './balance-tools.tsx';
import { isEmptyBalance, listedBalances } from './balance.ts';

type SectionProps = {
  readonly balances: readonly Balance[];
  /** The fiat of display, by its code. */
  readonly fiat: string;
  /** The asset whose balance is explained beside the list. */
  readonly explain: string | undefined;
};

/** The balances of one kind, searched and filtered. */
export function BalanceSection({ balances, fiat, explain }: SectionProps) {
  const t = useText();
  const [kind, setKind] = useState<Balance['kind']>('coin');
  const [search, setSearch] = useState<string>();
  const [isSmallHidden, toggleSmall] = useDeviceSwitch(smallCover);
  const [isEmptyVisible, setEmptyVisible] = useState(false);
  if (!isEmptyVisible && balances.every(isEmptyBalance))
    return <FirstUse onShowAll={() => setEmptyVisible(true)} />;
  const listed = listedBalances(balances, { kind, isSmallHidden, search: search ?? '' });
  return (
    <section>
      <BalanceTools
        kind={kind}
        onKind={setKind}
        fiat={fiat}
        isSmallHidden={isSmallHidden}
        onSmall={toggleSmall}
        search={search}
        onSearch={setSearch}
      />
      {listed.length === 0 ? (
        <EmptyState
          title={t('assets.filtered.title')}
          reason={t('assets.filtered.text')}
          isInline
          action={
            <Button
              size="small"
              onPress={() => {
                setSearch(undefined);
                if (isSmallHidden) toggleSmall();
              }}
            >
              {t('assets.showAll')}
            </Button>
          }
        />
      ) : (
        <BalanceRows balances={listed} fiat={fiat} explain={explain} />
      )}
    </section>
  );
}

/** Nothing is there yet: how money gets here, and in a demonstration where it comes from. */
function FirstUse({ onShowAll }: { readonly onShowAll: () => void }) {
  const t = useText();
  const isDemo = useIsDemo();
  return (
    <EmptyState
      title={t('assets.empty.title')}
      reason={t('assets.empty.text')}
      isInline
      action={
        isDemo ? (
          <Button
            size="small"
            link={(props) => <a {...props} href="/dev/faucet" target="_blank" rel="noreferrer" />}
          >
            {t('shell.demoMoney')}
          </Button>
        ) : (
          <Button size="small" onPress={onShowAll}>
            {t('assets.showAll')}
          </Button>
        )
      }
    />
  );
}
