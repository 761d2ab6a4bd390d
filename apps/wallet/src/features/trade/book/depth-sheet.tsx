import type { Market } from '@marigold/contract/calls/market';
import { groupEntries } from '@marigold/contract/rules/order-book';

import { type DepthChoice, depthChoices } from '../../../domain/market/book.ts';
import { priceText } from '../../../domain/market/price-text.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { PickRows } from '../../../ui/field/pick-rows.tsx';

type DepthSheetProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly market: Market;
  readonly depth: DepthChoice;
  readonly onPick: (depth: DepthChoice) => void;
};

/** How prices are put together, each choice with the last price as it would stand there. */
export function DepthSheet({ isOpen, onClose, market, depth, onPick }: DepthSheetProps) {
  const t = useText();
  return (
    <ScreenSheet isOpen={isOpen} onClose={onClose} title={t('trade.depth')} text={t('trade.depth.text')}>
      <PickRows
        label={t('trade.depth')}
        options={depthChoices.map((choice) => ({
          value: choice,
          label:
            choice === 'default'
              ? t('trade.depth.default')
              : t('trade.depth.decimals', { count: Number(choice) }),
          sample: <span className="num type-sm text-ink-3 text-end">{sampleOf(market, choice)}</span>,
        }))}
        value={depth}
        onPick={onPick}
      />
    </ScreenSheet>
  );
}

function sampleOf({ ticker: { last }, priceDecimals }: Market, choice: DepthChoice): string {
  if (last === null) return '';
  if (choice === 'default') return priceText(last, priceDecimals);
  const [grouped] = groupEntries([[last, '0']], Number(choice));
  return priceText(grouped?.[0] ?? last, Number(choice));
}
