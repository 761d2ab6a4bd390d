import { useKycRecord } from '../../domain/kyc/kyc-queries.ts';
import { useText } from '../../lib/text/i18n.ts';
import { WhenRead } from '../../screen/when-read.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { ListGlyph, List, ListRow } from '../../ui/list/list.tsx';

/** The items that are asked once more, each with its reason; giving them begins at the record. */
export function AgainItems({ authNo }: { readonly authNo: string }) {
  const t = useText();
  const record = useKycRecord(authNo);
  return (
    <>
      <SectionHead isQuiet title={t('kyc.review.again')} />
      <WhenRead read={record} rows={2} failed={t('kyc.failed')} isInline>
        {({ items }) => (
          <List label={t('kyc.review.again')}>
            {items
              .filter(({ state }) => state === 'again')
              .map(({ item, label }) => (
                <ListRow
                  key={item}
                  glyph={<ListGlyph icon="arrow-clockwise" tone="bad" />}
                  title={t(`kyc.item.${item}`)}
                  detail={<span className="whitespace-normal">{t(`kyc.label.${label ?? 'other'}`)}</span>}
                />
              ))}
          </List>
        )}
      </WhenRead>
    </>
  );
}
