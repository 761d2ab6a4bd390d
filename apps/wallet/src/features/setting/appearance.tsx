import { useState } from 'react';

import {
  choosePriceColours,
  chooseTheme,
  type PriceColours,
  priceColours,
  priceColoursChoice,
  themeChoice,
  themeChoices,
} from '../../lib/device/theme.ts';
import { changeText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { PickRows } from '../../ui/field/pick-rows.tsx';
import { Segmented } from '../../ui/field/segmented.tsx';

/** Light or dark, and which colour rises. Both hold on this device, at once. */
export function Appearance() {
  const t = useText();
  const [theme, setTheme] = useState(themeChoice);
  const [colours, setColours] = useState(priceColoursChoice);
  return (
    <>
      <SectionHead isQuiet title={t('setting.theme')} />
      <Segmented
        label={t('setting.theme')}
        value={theme}
        options={themeChoices.map((choice) => ({ value: choice, label: t(`setting.theme.${choice}`) }))}
        onChange={(choice) => {
          chooseTheme(choice);
          setTheme(choice);
        }}
      />
      <SectionHead isQuiet title={t('setting.colours')} />
      <Card className="!p-1.5">
        <PickRows
          label={t('setting.colours')}
          value={colours}
          options={priceColours.map((choice) => ({
            value: choice,
            label: t(`setting.colours.${choice}`),
            sample: <Sample colours={choice} />,
          }))}
          onPick={(choice) => {
            choosePriceColours(choice);
            setColours(choice);
          }}
        />
      </Card>
      <p className="type-sm text-ink-3 mt-2 px-1">{t('setting.coloursHint')}</p>
    </>
  );
}

/** Two prices as the market shows them under a choice, whatever is chosen now. */
function Sample({ colours }: { readonly colours: PriceColours }) {
  return (
    <em
      aria-hidden="true"
      data-sample={colours}
      className="flex flex-col items-end gap-x-3 wide:flex-row num not-italic type-sm-b"
    >
      <span className="text-up">{`▲ ${changeText('2.41')}`}</span>
      <span className="text-down">{`▼ ${changeText('-1.08')}`}</span>
    </em>
  );
}
