import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { dayText } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { WhenRead } from '../../../screen/when-read.tsx';
import { Card } from '../../../ui/base/card.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { SectionHead } from '../../../ui/base/section-head.tsx';
import { RadioRows } from '../../../ui/field/choice-rows.tsx';
import { FieldHint } from '../../../ui/field/field.tsx';
import type { LinkIdentity } from './use-link-identity.ts';

type ChoiceProps = { readonly application: CardApplication; readonly link: LinkIdentity };

/** Whose card it is: the identity that is linked, or the choice among those that can be. */
export function IdentityChoice({ application, link }: ChoiceProps) {
  const t = useText();
  const { authNo } = application;
  return (
    <section>
      <SectionHead isQuiet title={t('card.identity.title')} />
      {authNo === null ? (
        <WhenRead
          read={{ data: link.records, error: link.error, refetch: link.refetch }}
          rows={2}
          failed={t('card.identity.failed')}
          isInline
        >
          {(records) => (
            <Card>
              {records.length === 0 ? (
                <>
                  <h3 className="type-body-b">{t('card.identity.none.title')}</h3>
                  <p className="mt-1 type-sm text-ink-2">{t('card.identity.none.text')}</p>
                </>
              ) : (
                <Records link={link} />
              )}
              <FieldHint id="card-identity-problem" error={link.problem} />
            </Card>
          )}
        </WhenRead>
      ) : (
        <Card>
          <p className="flex items-center gap-3">
            <Icon name="check-circle-fill" size={20} className="flex-none text-ok" />
            <span className="min-w-0">
              <b className="block type-body-b">{t('card.identity.linked')}</b>
              <span className="type-mono text-ink-2" translate="no">
                {authNo}
              </span>
            </span>
          </p>
        </Card>
      )}
    </section>
  );
}

function Records({ link: { records = [], chosen, choose } }: Pick<ChoiceProps, 'link'>) {
  const t = useText();
  return (
    <>
      <RadioRows
        label={t('card.identity.title')}
        options={records.map(({ authNo, maskedName, created }) => ({
          value: authNo,
          label: maskedName ?? authNo,
          detail: maskedName === null ? dayText(created) : authNo,
        }))}
        value={chosen}
        onChange={choose}
      />
      <p className="mt-2 type-sm text-ink-2">{t('card.identity.text')}</p>
    </>
  );
}
