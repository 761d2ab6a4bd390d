import type { CardOrderItem } from '../../domain/card/card-queries.ts';
import { linkTo } from '../../lib/route/link.tsx';
import { paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { CardFace } from '../../ui/card-face/card-face.tsx';
import { List, ListRow } from '../../ui/list/list.tsx';
import { applicationSteps, progressWord } from './own-card-look.ts';

/** Applications that are not over, each with how far it is. */
export function OpenCardOrders({ orders }: { readonly orders: readonly CardOrderItem[] }) {
  const t = useText();
  if (orders.length === 0) return null;
  return (
    <>
      <SectionHead title={t('cards.progressTitle')} />
      <List label={t('cards.progressTitle')}>
        {orders.map(({ applicationId, design, name, step, ...order }) => (
          <ListRow
            key={applicationId}
            hasCaret
            glyph={
              <span className="w-16 flex-none">
                <CardFace size="mini" design={design} />
              </span>
            }
            title={name}
            detail={
              <span className="whitespace-normal">
                {t('cards.progressStep', {
                  progress: t(`cards.progress.${progressWord(order)}`),
                  step,
                  steps: applicationSteps,
                })}
              </span>
            }
            link={linkTo(paths.cardApplication({ id: applicationId }))}
          />
        ))}
      </List>
    </>
  );
}
