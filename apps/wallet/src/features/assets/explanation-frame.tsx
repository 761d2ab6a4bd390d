import { goBack } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { coinText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { ScreenSheet } from '../../screen/screen-sheet.tsx';
import { Card } from '../../ui/base/card.tsx';
import { IconButton } from '../../ui/base/icon-button.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { ExplanationView } from './explanation-view.tsx';
import { useExplained } from './use-explained.ts';

type FrameProps = {
  /** The asset to explain, as the address says it; undefined: none. */
  readonly currency: string | undefined;
};

/** The address opened it, so leaving the address closes it. */
function close(): void {
  goBack(paths.assets());
}

/** "Explain this balance" on phones: a sheet over the list. */
export function ExplanationSheet({ currency }: FrameProps) {
  return (
    <ScreenSheet isOpen={currency !== undefined} onClose={close} title={useTitle(currency)} isInAddress>
      {currency === undefined ? null : <ExplanationView currency={currency} />}
    </ScreenSheet>
  );
}

/** "Explain this balance" beside the list of wide screens. */
export function ExplanationPane({ currency }: FrameProps) {
  const t = useText();
  const title = useTitle(currency);
  if (currency === undefined) {
    return (
      <Card>
        <EmptyState title={t('assets.explain.action')} reason={t('assets.explain.choose')} isInline />
      </Card>
    );
  }
  return (
    <Card className="max-h-[calc(100dvh-60px)] overflow-y-auto">
      <div className="flex items-start justify-between gap-2">
        <h2 className="type-3 pt-2.5">{title}</h2>
        <div className="-me-3">
          <IconButton icon="x" size={20} label={t('shell.close')} onPress={close} />
        </div>
      </div>
      <ExplanationView key={currency} currency={currency} />
    </Card>
  );
}

function useTitle(currency: string | undefined): string {
  const t = useText();
  const { head } = useExplained(currency);
  if (head === undefined) return t('assets.explain.action');
  const { available, decimals } = head;
  return t('assets.explain.title', { amount: coinText(available, head.currency, { decimalsMin: decimals }) });
}
