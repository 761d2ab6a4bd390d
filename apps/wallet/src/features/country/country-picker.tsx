import { useMemo, useState } from 'react';

import { type Country, regionName, useCountries } from '../../domain/account/countries.ts';
import { useSession } from '../../lib/device/session.ts';
import { chosenBefore, handBack, leavePicker, recents, type WayBack } from '../../lib/route/picker.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { WhenRead } from '../../screen/when-read.tsx';
import { Button } from '../../ui/base/button.tsx';
import { Icon } from '../../ui/base/icon.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { SearchField } from '../../ui/field/search-field.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { EmptyState } from '../../ui/page/empty-state.tsx';
import { groupCountries, isFoundBy } from './country-groups.ts';
import { groupId, LetterIndex } from './letter-index.tsx';

type PickerProps = {
  readonly way: WayBack;
  /** Which regions may be chosen. */
  readonly isOffered?: (country: Country) => boolean;
  readonly hasDialling?: boolean;
};

const offersAll = () => true;

/** Picks a region (DESIGN.md 6 B): search on top, recent first, then the letters of the language on screen. */
export function CountryPicker({ way, isOffered = offersAll, hasDialling = false }: PickerProps) {
  const t = useText();
  const countries = useCountries();
  return (
    <Screen width="480" back={() => leavePicker(way)}>
      <WhenRead read={countries} rows={8} failed={t('country.failed')}>
        {({ list }) => <Countries countries={list.filter(isOffered)} way={way} hasDialling={hasDialling} />}
      </WhenRead>
    </Screen>
  );
}

type ListProps = {
  readonly countries: readonly Country[];
  readonly way: WayBack;
  readonly hasDialling: boolean;
};

function Countries({ countries, way, hasDialling }: ListProps) {
  const t = useText();
  const uid = useSession().user?.uid;
  const [typed, setTyped] = useState('');
  const found = useMemo(
    () => groupCountries(countries.filter((country) => isFoundBy(typed, country))),
    [countries, typed],
  );
  const [recent] = useState(() => recents.list('country', uid));
  const lately = recent.flatMap((code) => countries.find((country) => country.code === code) ?? []);
  const chosen = chosenBefore(way.back, 'country');

  function choose(country: Country): void {
    recents.add('country', country.code, uid);
    handBack({ country: country.code }, way);
  }
  const row = (country: Country) => (
    <CountryRow
      key={country.code}
      country={country}
      isChosen={country.code === chosen}
      hasDialling={hasDialling}
      onPress={() => choose(country)}
    />
  );
  const letters = found.map(({ letter }) => letter);
  return (
    <>
      <SearchField
        label={t(hasDialling ? 'country.searchDialling' : 'country.search')}
        value={typed}
        onChange={setTyped}
        clearLabel={t('country.searchClear')}
      />
      {typed === '' ? <LetterIndex letters={letters} label={t('country.letters')} /> : null}
      {typed === '' && lately.length > 0 ? (
        <>
          <SectionHead isQuiet title={t('country.recent')} />
          <List label={t('country.recent')}>{lately.map(row)}</List>
        </>
      ) : null}
      <p className="visually-hidden" role="status">
        {typed === '' ? '' : t('country.found', { count: found.flatMap((group) => group.countries).length })}
      </p>
      {found.map(({ letter, countries: list }) => (
        <section key={letter} id={groupId(letter)} className="scroll-mt-30" tabIndex={-1}>
          <SectionHead isQuiet title={letter} />
          <List label={letter}>{list.map(row)}</List>
        </section>
      ))}
      {found.length === 0 ? <NothingFound onClear={() => setTyped('')} /> : null}
    </>
  );
}

type RowProps = {
  readonly country: Country;
  readonly isChosen: boolean;
  readonly hasDialling: boolean;
  readonly onPress: () => void;
};

function CountryRow({ country: { code, area }, isChosen, hasDialling, onPress }: RowProps) {
  return (
    <ListRow
      isShort
      title={regionName(code)}
      value={
        <span className="flex items-center gap-2 num">
          {hasDialling ? `+${area}` : null}
          {isChosen ? <Icon name="check-bold" size={18} className="text-brand-text" /> : null}
        </span>
      }
      isSelected={isChosen}
      onPress={onPress}
    />
  );
}

function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const t = useText();
  return (
    <EmptyState
      isInline
      title={t('country.none.title')}
      reason={t('country.none.text')}
      action={
        <Button size="small" onPress={onClear}>
          {t('country.searchClear')}
        </Button>
      }
    />
  );
}
