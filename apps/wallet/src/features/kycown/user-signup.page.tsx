import type { KycPersonSearch } from '../../lib/route/paths.ts';
import { OwnForm } from './own-form.tsx';
import { LifeStep } from './typed/life-step.tsx';
import { PersonStep } from './typed/person-step.tsx';

/** Steps 1 and 2 of a verification by the house: the person and what they do (spec 2). */
export function KycPersonPage({ record, step, country }: KycPersonSearch) {
  return (
    <OwnForm record={record} step={step} country={country}>
      {(draft, shown) => (shown === 1 ? <PersonStep draft={draft} /> : <LifeStep draft={draft} />)}
    </OwnForm>
  );
}
