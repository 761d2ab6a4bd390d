import '../../ui/field/field.css';
import { useEffect, useEffectEvent, useState } from 'react';
import { useController } from 'react-hook-form';

import { isPhone } from '../../domain/account/contact.ts';
import { deviceRegion, regionName, useCountries } from '../../domain/account/countries.ts';
import { joinPhone, regionOfArea, splitPhone, typedPart } from '../../domain/account/dialling.ts';
import { PageLink } from '../../lib/route/link.tsx';
import { go } from '../../lib/route/navigation.ts';
import { paths, withSearch } from '../../lib/route/paths.ts';
import { chosenBefore, recents } from '../../lib/route/picker.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { describedByIds, FieldFrame, type FieldFrameProps, useFieldIds } from '../../ui/field/field.tsx';
import type { RegisterEntry } from './use-register.ts';

type PhoneProps = Pick<FieldFrameProps, 'labelEnd'> & { readonly form: RegisterEntry };

/** A dialling code that is picked on a page of its own and the number beside it; the form knows them as one text. */
export function PhoneField({ form, labelEnd }: PhoneProps) {
  const t = useText();
  const ids = useFieldIds(undefined);
  const { name, value, area, region, setInput, type, leave } = usePhone(form);
  const error = form.errors.phone?.message;
  const hint = t('login.phoneHint');
  // The picker comes back to this face, and marks what is chosen now.
  const back = withSearch(address(), { country: region });
  return (
    <FieldFrame ids={ids} label={t('login.phone')} labelEnd={labelEnd} hint={hint} error={error}>
      <div className="flex gap-2">
        <PageLink
          to={paths.country({ back })}
          className="field-box flex-none w-auto gap-1.5 num"
          aria-label={t('login.diallingCode', { region: regionName(region), area: area ?? '' })}
        >
          {`+${area ?? ''}`}
          <Icon name="caret-down-bold" size={14} />
        </PageLink>
        <div className="field-box field-box-number flex-1 min-w-0">
          <input
            ref={setInput}
            id={ids.input}
            name={name}
            type="tel"
            autoComplete="tel"
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={describedByIds(ids, hint, error)}
            value={typedPart(area, value)}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
        </div>
      </div>
    </FieldFrame>
  );
}

const regionOtherwise = 'US';

/** The number as one text of the form, and the region whose code stands before it. */
function usePhone({ control }: RegisterEntry) {
  const t = useText();
  const { data } = useCountries();
  const countries = data?.list ?? [];
  const {
    field: { name, ref: setInput, value, onChange, onBlur },
  } = useController({
    name: 'phone',
    control,
    rules: {
      validate: (typed, { channel }) => channel !== 'phone' || isPhone(typed) || t('login.phoneError'),
    },
  });
  const picked = chosenBefore(address(), 'country');
  const [lately] = useState(() => recents.list('country', undefined)[0]);
  const written = splitPhone(value, countries);
  const region =
    (written === undefined ? lately : regionOfArea(written.area, countries, lately)) ??
    deviceRegion() ??
    regionOtherwise;
  const area = countries.find(({ code }) => code === region)?.area;

  /** Puts another region's code before what was typed. */
  const choose = useEffectEvent((code: string) => {
    const next = countries.find((country) => country.code === code)?.area;
    if (next !== undefined) onChange(joinPhone(next, written?.typed ?? value));
    go(withSearch(address(), { country: undefined }), { isReplacing: true });
  });
  const isKnown = countries.length > 0;
  useEffect(() => {
    if (picked !== undefined && isKnown) choose(picked);
  }, [picked, isKnown]);

  return {
    name,
    value,
    region,
    area,
    setInput,
    type: (typed: string) => onChange(joinPhone(area, typed)),
    // A number that was typed or pasted whole comes apart: its code moves to its own box.
    leave: () => {
      if (written !== undefined) onChange(joinPhone(written.area, written.typed));
      onBlur();
    },
  };
}

/** The address of the face on screen. */
function address(): string {
  return window.location.pathname + window.location.search;
}
