import '../../../ui/base/card.css';
import { regionName } from '../../../domain/account/countries.ts';
import type { CardApplication } from '../../../domain/card/card-queries.ts';
import { serverClock } from '../../../lib/device/clock.ts';
import { useCopyOutcome } from '../../../lib/route/copy-outcome.ts';
import { dayText } from '../../../lib/text/format.ts';
import { type Say, useText } from '../../../lib/text/i18n.ts';
import { CopyButton } from '../../../ui/base/copy-button.tsx';
import { Tag, type TagTone } from '../../../ui/base/tag.tsx';
import { type KeyValue, KeyValues } from '../../../ui/list/key-values.tsx';
import { ListGlyph } from '../../../ui/list/list.tsx';
import { deliveryFace } from './progress-look.ts';

type Delivery = NonNullable<CardApplication['delivery']>;

const tones: Readonly<Record<ReturnType<typeof deliveryFace>, TagTone>> = {
  waiting: 'neutral',
  preparing: 'info',
  late: 'warn',
  shipped: 'info',
  delivered: 'ok',
  returned: 'warn',
  lost: 'bad',
};

/** Where a card of plastic goes and where it is, with an honest line where it is late. */
export function DeliveryCard({ delivery }: { readonly delivery: Delivery }) {
  const t = useText();
  const say = useCopyOutcome();
  const { method, city, country, line, postal, recipient, isResidential, mailBy } = delivery;
  const face = deliveryFace(delivery, serverClock.now());
  const place = { city, country: regionName(country) };
  const rows = rowsOf(t, delivery, say);
  return (
    <section className="card mt-3" aria-label={t('card.delivery')}>
      <div className="flex items-start gap-3">
        <ListGlyph icon={method === 'mail' ? 'envelope-simple' : 'storefront'} isSquare />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h3 className="type-sm-b">{t(`card.delivery.${method}`, place)}</h3>
            <Tag tone={tones[face]}>{t(`card.deliveryState.${face}`)}</Tag>
          </div>
          <p className="type-sm wrap-anywhere text-ink-3">
            {[recipient, line, postal].filter((part) => part !== null).join(' · ')}
          </p>
          {method === 'mail' && isResidential ? (
            <p className="type-sm text-ink-3">{t('card.delivery.residential')}</p>
          ) : null}
        </div>
      </div>
      {face === 'late' && mailBy !== null ? (
        <p className="mt-3 type-sm text-ink-2">{t('card.delivery.late', { day: dayText(mailBy) })}</p>
      ) : face === 'returned' || face === 'lost' ? (
        <p className="mt-3 type-sm text-ink-2">{t(`card.delivery.${face}`)}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <div className="mt-3 border-t border-line pt-1">
          <KeyValues isTight rows={rows} />
        </div>
      )}
    </section>
  );
}

function rowsOf(t: Say, delivery: Delivery, say: ReturnType<typeof useCopyOutcome>): KeyValue[] {
  const { carrier, tracking, shipped, mailBy } = delivery;
  return [
    ...(carrier === null ? [] : [{ key: t('card.delivery.carrier'), value: carrier }]),
    ...(tracking === null
      ? []
      : [
          {
            key: t('card.delivery.tracking'),
            value: (
              <span className="inline-flex items-center gap-1 type-mono" translate="no">
                {tracking}
                <CopyButton
                  value={tracking}
                  label={t('shell.copyWhat', { what: t('card.delivery.tracking') })}
                  onDone={say}
                />
              </span>
            ),
          },
        ]),
    ...(shipped === null ? [] : [{ key: t('card.delivery.shipped'), value: dayText(shipped) }]),
    ...(mailBy === null || shipped !== null
      ? []
      : [{ key: t('card.delivery.mailBy'), value: dayText(mailBy) }]),
  ];
}
