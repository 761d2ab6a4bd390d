import { useCardMethod } from '../../domain/card/card-queries.ts';
import { useSession } from '../../lib/device/session.ts';
import { type CountrySearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { CountryPicker } from './country-picker.tsx';

/**
 * Picks a region and with it a dialling code; the choice goes back to the page that asked. For a card it is a country that
 * the card is mailed to.
 */
export function CountryPage({ back, product }: CountrySearch) {
  const { hasLogin } = useSession();
  const way = { back, otherwise: hasLogin ? paths.setting() : paths.register() };
  if (product !== undefined) return <ServedCountries way={way} product={product} />;
  return <CountryPicker way={way} hasDialling />;
}

type ServedProps = {
  readonly way: { readonly back: string | undefined; readonly otherwise: string };
  readonly product: string;
};

function ServedCountries({ way, product }: ServedProps) {
  const t = useText();
  const method = useCardMethod(product);
  if (method.data !== undefined) {
    const { countries } = method.data;
    return <CountryPicker way={way} isOffered={({ code }) => countries.includes(code)} />;
  }
  return (
    <Screen width="480" back={way.back ?? way.otherwise}>
      <WhenRead read={method} rows={8} failed={t('country.failed')}>
        {() => null}
      </WhenRead>
    </Screen>
  );
}
