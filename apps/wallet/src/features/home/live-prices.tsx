import type { Market } from '@marigold/contract/calls/market';
import { lazy, type ReactElement, Suspense } from 'react';

import { useKycStatus } from '../../domain/kyc/kyc-queries.ts';
import { changeTone } from '../../domain/market/market-format.ts';
import { useTickers } from '../../domain/market/market-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import { loadTexts } from '../../lib/text/i18n.ts';
import { Sparkline } from '../../ui/base/sparkline.tsx';

const IdentityDue = lazy(async () => {
  const [{ IdentityDue: row }] = await Promise.all([import('./identity-due.tsx'), loadTexts('kyc')]);
  return { default: row };
});

/** Keeps the prices that are on screen live; drawn above them is what is due about the reader's identity, if anything is. */
export function AbovePrices(): ReactElement | null {
  useTickers();
  const step = useKycStatus(useSession().hasLogin).data?.nextStep;
  if (step === undefined || step === 'bind' || step === 'order' || step === 'done') return null;
  return (
    <Suspense fallback={null}>
      <IdentityDue step={step} />
    </Suspense>
  );
}

/** The last day of a market as a line, up to the price of now. */
export function Trend({ market: { sparkline, ticker } }: { readonly market: Market }) {
  const values = [...sparkline, ...(ticker.last === null ? [] : [ticker.last])].map(Number);
  return <Sparkline values={values} tone={changeTone(ticker.change24h)} />;
}
