import type { Market } from '@marigold/contract/calls/market';
import { useState } from 'react';

import { useText } from '../../lib/text/i18n.ts';
import { LineTabs } from '../../ui/field/line-tabs.tsx';
import { AboutMarket } from './about-market.tsx';
import { DepthTab } from './depth-tab.tsx';
import { TradesTab } from './trades-tab.tsx';

const tabs = ['depth', 'trades', 'about'] as const;
type Tab = (typeof tabs)[number];
const contents = { depth: DepthTab, trades: TradesTab, about: AboutMarket };

/** The book, the latest trades, and the rules; one of them is seen, and only that one is followed. */
export function MarketTabs({ market }: { readonly market: Market }) {
  const t = useText();
  const [chosen, setChosen] = useState<Tab>('depth');
  const Content = contents[chosen];
  return (
    <>
      <LineTabs
        label={t('market.tabs')}
        options={tabs.map((tab) => ({ value: tab, label: t(`market.tab.${tab}`) }))}
        value={chosen}
        onChange={setChosen}
      />
      <div className="pt-3">
        <Content market={market} />
      </div>
    </>
  );
}
