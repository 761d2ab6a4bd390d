import { paths } from '../../lib/route/paths.ts';
import { type LanguageChoice, languageFor, languageIds, languages, useText } from '../../lib/text/i18n.ts';
import { Screen } from '../../screen/screen.tsx';
import { Card } from '../../ui/base/card.tsx';
import { type PickOption, PickRows } from '../../ui/field/pick-rows.tsx';
import { useLanguageChoice } from './use-language-choice.ts';

/** Automatic and the five languages, each named in itself; a change restarts the app and keeps the session (spec 9). */
export function LanguagePage() {
  const t = useText();
  const { choice, isRestarting, choose } = useLanguageChoice();
  const device = languages[languageFor('auto', navigator.languages)];
  const options: PickOption<LanguageChoice>[] = [
    {
      value: 'auto',
      label: t('language.auto'),
      detail: t('language.autoDetail', { language: device.nativeName }),
    },
    ...languageIds.map((id) => {
      const { nativeName, lang } = languages[id];
      const translated = t(`language.name.${id}`);
      return {
        value: id,
        label: nativeName,
        lang,
        detail: translated === nativeName ? undefined : translated,
      };
    }),
  ];
  return (
    <Screen width="480" back={paths.home()}>
      <p className="type-sm text-ink-2 px-1 mb-3" role="status">
        {t(isRestarting ? 'language.restarting' : 'language.note')}
      </p>
      <Card className="!p-1.5">
        <PickRows
          label={t('language.title')}
          options={options}
          value={choice}
          isDisabled={isRestarting}
          onPick={(next) => void choose(next)}
        />
      </Card>
    </Screen>
  );
}
