import type { CardProductItem } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { CardFace } from '../../../ui/card-face/card-face.tsx';

type FacesProps = {
  readonly products: readonly CardProductItem[];
  readonly chosen: string;
  readonly onChoose: (productId: string) => void;
};

/** Every card of the shop in small, of which one is looked at. */
export function ProductFaces({ products, chosen, onChoose }: FacesProps) {
  const t = useText();
  if (products.length < 2) return null;
  return (
    <ul role="list" aria-label={t('card.all')} className="mt-4 grid grid-cols-3 gap-2.5">
      {products.map(({ productId, design, name, form }) => (
        <li key={productId}>
          <button
            type="button"
            aria-current={productId === chosen ? 'true' : undefined}
            className={`w-full cursor-pointer rounded-sm border-2 p-0.5 ${
              productId === chosen ? 'border-ink' : 'border-transparent'
            }`}
            onClick={() => onChoose(productId)}
          >
            <CardFace design={design} size="mini" />
            <span className="mt-1 block type-cap-b">{name}</span>
            <span className="block type-cap text-ink-2">{t(`card.kind.${form}`)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
