import { useEffect, useEffectEvent } from 'react';

import { regionName } from '../../domain/account/countries.ts';
import type { User } from '../../lib/device/session.ts';
import { showToast } from '../../lib/device/toasts.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';
import { currentLanguage, languages, useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { usePreferences } from './use-preferences.ts';

type RegionProps = {
  readonly user: User;
  /** The region that the picker has just handed back. */
  readonly picked: string | undefined;
};

/** Language, currency and region; each is chosen on a page of its own. */
export function RegionRows({ user, picked }: RegionProps) {
  const t = useText();
  useRegionSaver(user.region, picked);
  const region = picked ?? user.region;
  // The picker marks what the address says.
  const pickerLink = paths.setting(region === null ? {} : { country: region });
  return (
    <>
      <SectionHead isQuiet title={t('setting.place')} />
      <List label={t('setting.place')}>
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="translate" />}
          title={t('setting.language')}
          value={languages[currentLanguage()].nativeName}
          link={linkTo(paths.language())}
        />
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="currency-circle-dollar" />}
          title={t('setting.fiat')}
          value={user.fiat}
          link={linkTo(paths.legalCurrency({ back: paths.setting() }))}
        />
        <ListRow
          isShort
          hasCaret
          glyph={<Icon name="globe-hemisphere-west" />}
          title={t('setting.region')}
          value={region === null ? t('setting.regionNone') : regionName(region)}
          link={linkTo(paths.country({ back: pickerLink }))}
        />
      </List>
    </>
  );
}

/** Keeps what the picker handed back, then takes it out of the address. */
function useRegionSaver(saved: string | null, picked: string | undefined): void {
  const t = useText();
  const { save } = usePreferences();
  const keep = useEffectEvent(async (region: string) => {
    const isSaved = region === saved || (await save({ region }));
    if (isSaved && region !== saved) showToast({ text: t('setting.saved') });
    go(paths.setting(), { isReplacing: true });
  });
  useEffect(() => {
    if (picked !== undefined) void keep(picked);
  }, [picked]);
}
