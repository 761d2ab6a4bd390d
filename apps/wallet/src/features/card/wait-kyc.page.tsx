import { useCardApplication } from '../../domain/card/card-queries.ts';
import { type CardApplicationSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { isUnknownApplication, NoSuchCard } from './no-such-card.tsx';
import { usePickedCountry } from './order/use-picked-country.ts';
import { ApplicationView } from './progress/application-view.tsx';
import { formOfMissing } from './progress/use-missing-form.ts';

/** The progress of an application (spec 4), live, with what to do next. */
export function CardApplicationPage({ id = '', country }: CardApplicationSearch) {
  const t = useText();
  const read = useCardApplication(id);
  usePickedCountry(formOfMissing(id), country);
  if (read.data !== undefined) return <ApplicationView key={id} application={read.data} />;
  return (
    <Screen back={paths.cards()} width="480">
      {id === '' || isUnknownApplication(read.error) ? (
        <NoSuchCard what="application" />
      ) : (
        <WhenRead read={read} rows={6} failed={t('card.application.failed')}>
          {() => null}
        </WhenRead>
      )}
    </Screen>
  );
}
