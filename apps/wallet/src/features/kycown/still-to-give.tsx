import type { KycDraft } from '../../domain/kyc/kyc-draft.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { useText } from '../../lib/text/i18n.ts';
import { List, ListGlyph, ListRow } from '../../ui/list/list.tsx';
import { itemsOfStep, lastStep, type FormItem, stepsOf } from './own-fields.ts';
import { addressOfStep } from './step-address.ts';

/** What earlier steps lack or have wrong. */
export function openItems({
  missing,
  problems,
}: Pick<KycDraft, 'missing' | 'problems'>): readonly FormItem[] {
  const all = [...missing, ...problems.map(({ item }) => item)];
  return [...new Set(all)].filter((item) => !itemsOfStep[lastStep].includes(item));
}

/** What keeps the form from being sent, each a way to its step; nothing where it is whole. */
export function StillToGive({ draft }: { readonly draft: KycDraft }) {
  const t = useText();
  const items = openItems(draft);
  if (items.length === 0) return null;
  const stepOf = (item: FormItem) =>
    stepsOf(draft).find((step) => itemsOfStep[step].includes(item)) ?? lastStep;
  return (
    <List label={t('kycown.stillToGive')}>
      {items.map((item) => (
        <ListRow
          key={item}
          hasCaret
          glyph={<ListGlyph icon="warning-circle-fill" tone="bad" />}
          title={t(`kyc.item.${item}`)}
          detail={t(draft.missing.includes(item) ? 'kycown.stillToGive' : 'kycown.stillToCorrect')}
          link={linkTo(addressOfStep(draft.authNo, stepOf(item)))}
        />
      ))}
    </List>
  );
}
