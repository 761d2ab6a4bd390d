import type { ReactElement } from 'react';

import { OutLink } from '../../lib/route/out-link.tsx';
import { useText } from '../../lib/text/i18n.ts';

/** The link that the licence of lightweight-charts asks for, wherever a chart stands; the notice is on About Us. */
export function ChartCredit(): ReactElement {
  const t = useText();
  return <OutLink text="https://www.tradingview.com/">{t('market.chart.credit')}</OutLink>;
}
