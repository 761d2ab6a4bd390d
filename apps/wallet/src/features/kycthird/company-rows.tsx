import '../../ui/base/card.css';
import type { KycProvider } from '@marigold/contract/calls/kyc';

import { useKycCompany } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Note } from '../../ui/base/note.tsx';

import '../../ui/field/choice-row.css';
import '../../ui/field/native-control.css';
import { Tag } from '../../ui/base/tag.tsx';
import { checkKinds } from './third-look.ts';

/** What the form of the house takes somebody who has the document at hand. */
const formMinutes = 10;

type RowsProps = {
  readonly providers: readonly KycProvider[];
  readonly chosen: string | undefined;
  readonly error: string | undefined;
  readonly onChoose: (id: string) => void;
};

/** Each company with what it checks, and the house itself; one that does not answer cannot be chosen. */
export function CompanyRows({ providers, chosen, error, onChoose }: RowsProps) {
  const t = useText();
  return (
    <div className="grid gap-2">
      <div className="rounded-lg bg-surface p-1.5" role="radiogroup" aria-label={t('kycreview.companies')}>
        {providers.map((company) => (
          <CompanyRow
            key={company.id}
            company={company}
            isChosen={company.id === chosen}
            onChoose={() => onChoose(company.id)}
          />
        ))}
      </div>
      {error === undefined ? null : <Note tone="bad">{error}</Note>}
    </div>
  );
}

type RowProps = {
  readonly company: KycProvider;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function CompanyRow({ company: { id, name, way, isOpen }, isChosen, onChoose }: RowProps) {
  const t = useText();
  const isOwn = way === 'own';
  const kinds = checkKinds(useKycCompany(isOwn ? '' : id).data?.items ?? []);
  return (
    <label className="choice-row">
      <input
        type="radio"
        className="native-control"
        name="company"
        checked={isChosen}
        disabled={!isOpen}
        onChange={onChoose}
      />
      <span>
        <b className={isOpen ? '' : 'text-ink-3'}>{isOwn ? t('kycreview.own.title') : name}</b>
        <span className="block type-sm text-ink-3">
          {isOwn
            ? t('kycreview.own.text', { minutes: formMinutes })
            : kinds.map((kind) => t(`kycreview.kind.${kind}`)).join(' · ')}
        </span>
        {isOpen ? null : <Tag tone="warn">{t('kycreview.closed')}</Tag>}
      </span>
      {isOpen ? (
        <i>
          <Icon name="check-bold" size={14} />
        </i>
      ) : null}
    </label>
  );
}
