import { useRates } from '../../domain/asset/asset-queries.ts';
import { useFiat } from '../../domain/asset/fiat.ts';
import { queryClient } from '../../lib/query/queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Refreshable, Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { RateView } from './rate-view.tsx';

/** Prices of coins and fiat currencies with their age, and what an amount comes to (spec 9 "Conversion"). */
export function RatePage() {
  const t = useText();
  const fiat = useFiat();
  return (
    <Refreshable onRefresh={async () => await queryClient.invalidateQueries({ queryKey: ['rate/list'] })}>
      <Screen
        back={paths.home()}
        actions={
          <Button kind="surface" size="small" link={linkTo(paths.legalCurrency({ back: paths.rate() }))}>
            <span aria-hidden="true">{fiat}</span>
            <VisuallyHidden>{t('rate.fiat', { fiat })}</VisuallyHidden>
          </Button>
        }
      >
        <Content />
      </Screen>
    </Refreshable>
  );
}

function Content() {
  const t = useText();
  const rates = useRates();
  return (
    <WhenRead read={rates} rows={8} failed={t('rate.failed')}>
      {(data) =>
        data.list.length === 0 ? (
          <EmptyState title={t('shell.noRecords')} reason={t('rate.empty')} />
        ) : (
          <RateView rates={data} fetchedAt={rates.dataUpdatedAt} />
        )
      }
    </WhenRead>
  );
}
