import { cleanLine } from '@marigold/contract/clean-line';

import type { LinkRefusal } from '../../lib/route/links.ts';
import { goBack } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page } from '../../ui/page/page.tsx';
import { OutlinkBar } from './outlink-bar.tsx';

const textLengthMax = 160;

/** A link that is not opened, why, and its text for whoever wants to ask about it. Its title is not repeated. */
export function RefusedLink({ text, reason }: { text: string; reason: LinkRefusal }) {
  const t = useText();
  const shortened = cleanLine(text.slice(0, textLengthMax), textLengthMax);
  return (
    <Page
      width="480"
      nav={<OutlinkBar />}
      foot={<Button onPress={() => goBack(paths.home())}>{t('outlink.stay')}</Button>}
    >
      <ErrorState icon="prohibit" title={t('outlink.refused')} reason={t(`outlink.refused.${reason}`)} />
      {shortened === '' ? null : (
        <Card>
          <p className="type-cap text-ink-3">{t('outlink.link')}</p>
          <p className="mt-1 type-mono text-ink-2" dir="ltr">
            {shortened}
          </p>
        </Card>
      )}
    </Page>
  );
}
