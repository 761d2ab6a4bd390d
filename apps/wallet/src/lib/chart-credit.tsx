import type { ReactElement } from 'react';

import { useText } from './i18n.ts';
import { OutLink } from './out-link.tsx';

/** The link that the licence of lightweight-charts asks for, wherever a chart stands; the notice is on About Us. */
export function ChartCredit(): ReactElement {
  const t = useText();
  return <OutLink text="https://www.tradingview.com/">{t('market.chart.credit')}</OutLink>;
}
