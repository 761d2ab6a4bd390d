import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { Note } from '../../../ui/base/note.tsx';
import type { ProductStanding } from './shop-look.ts';

type NotesProps = { readonly product: CardProductItem; readonly standing: ProductStanding | undefined };

/** At most one note: what somebody has of the product weighs more than that it is a demonstration. */
export function ProductNotes({ product, standing }: NotesProps) {
  const t = useText();
  const has = standing?.is === 'running' || standing?.is === 'owned' ? standing.is : undefined;
  if (has === undefined && !product.issuer.isDemo) return null;
  return (
    <div className="mt-3">
      <Note tone="info">{has === undefined ? t('card.demo') : t(`card.${has}.text`)}</Note>
    </div>
  );
}
