import '../../../ui/field/field.css';
import { regionName } from '../../../domain/account/countries.ts';
import { PageLink } from '../../../lib/route/link.tsx';
import { paths, withSearch } from '../../../lib/route/paths.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { FieldHint } from '../../../ui/field/field.tsx';

type RegionProps = {
  readonly id: string;
  /** The code that was picked; '' is none. */
  readonly code: string;
  readonly error: string | undefined;
  /** Only countries where this product is mailed to can be picked; left out: all. */
  readonly product?: string;
};

/** A country, picked on a page of its own that comes back to this one with it. */
export function RegionField({ id, code, error, product }: RegionProps) {
  const t = useText();
  const label = t('card.field.country');
  const name = code === '' ? t('card.choose') : regionName(code);
  const here = window.location.pathname + window.location.search;
  const back = withSearch(here, { country: code === '' ? undefined : code });
  return (
    <div className="field-frame">
      <div className="field-label">
        <span>{label}</span>
      </div>
      <PageLink
        id={id}
        to={paths.country({ back, ...(product === undefined ? {} : { product }) })}
        className="field-box justify-between"
        aria-label={`${label}: ${name}`}
        aria-describedby={error === undefined ? undefined : `${id}-hint`}
      >
        <span className={`min-w-0 truncate ${code === '' ? 'text-ink-3' : ''}`}>{name}</span>
        <Icon name="caret-down-bold" size={14} />
      </PageLink>
      <FieldHint id={`${id}-hint`} error={error} />
    </div>
  );
}
