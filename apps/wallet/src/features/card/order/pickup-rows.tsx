import { useId } from 'react';

import { regionName } from '../../../domain/account/countries.ts';
import type { CardMethod } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { RadioRows } from '../../../ui/field/choice-rows.tsx';
import { FieldHint } from '../../../ui/field/field.tsx';
import { idOfCardField } from './place-fields.tsx';

type PickupProps = {
  readonly places: CardMethod['pickups'];
  readonly chosen: string;
  readonly error: string | undefined;
  readonly onChoose: (pickupId: string) => void;
};

/** Places where a card is fetched in person. */
export function PickupRows({ places, chosen, error, onChoose }: PickupProps) {
  const t = useText();
  const errorId = useId();
  return (
    <div id={idOfCardField('pickup')} tabIndex={-1}>
      <p className="mb-2 type-sm-b">{t('card.field.pickup')}</p>
      <RadioRows
        label={t('card.field.pickup')}
        options={places.map(({ pickupId, country, city, line }) => ({
          value: pickupId,
          label: `${city}, ${regionName(country)}`,
          detail: line,
        }))}
        value={chosen === '' ? undefined : chosen}
        onChange={onChoose}
      />
      <FieldHint id={errorId} error={error} />
    </div>
  );
}
