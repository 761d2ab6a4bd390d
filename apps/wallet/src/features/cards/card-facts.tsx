import type { CardDetail } from '../../domain/card/card-queries.ts';
import { fiatText, percentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { lastMonth, percentOfShare } from './own-card-look.ts';

type FactsProps = { readonly card: CardDetail };

/** Money and limits, the card itself, and what it costs to use it. */
export function OwnCardFacts({ card }: FactsProps) {
  const t = useText();
  const { balance, dailyLimit, dailyLeft, currency } = card;
  const money = (amount: string) => <span className="num">{fiatText(amount, currency)}</span>;
  return (
    <>
      <SectionHead isQuiet title={t('cards.fact.money')} />
      <Card>
        <KeyValues
          isTight
          rows={[
            { key: t('cards.fact.balance'), value: money(balance) },
            {
              key: t('cards.fact.dailyLimit'),
              value: dailyLimit === null ? t('cards.fact.unlimited') : money(dailyLimit),
            },
            ...(dailyLeft === null ? [] : [{ key: t('cards.fact.dailyLeft'), value: money(dailyLeft) }]),
            { key: t('cards.fact.issuer'), value: card.issuer },
          ]}
        />
      </Card>
      <SectionHead isQuiet title={t('cards.fact.card')} />
      <Card>
        <KeyValues
          isTight
          rows={[
            { key: t('cards.fact.form'), value: t(`cards.fact.${card.form}`) },
            { key: t('cards.fact.holder'), value: <span translate="no">{card.holder}</span> },
            { key: t('cards.fact.expiry'), value: <span className="num">{lastMonth(card.expiry)}</span> },
            { key: t('cards.fact.network'), value: card.network },
            { key: t('cards.fact.currency'), value: currency },
            { key: t('cards.fact.phone'), value: <span className="num">{card.maskedPhone}</span> },
          ]}
        />
      </Card>
      <Fees card={card} />
    </>
  );
}

function Fees({ card: { fees, currency } }: FactsProps) {
  const t = useText();
  const share = (part: string) => <span className="num">{percentText(percentOfShare(part))}</span>;
  const isFree = /^0*\.?0*$/.test(fees.monthly);
  return (
    <>
      <SectionHead isQuiet title={t('cards.fact.fees')} />
      <Card>
        <KeyValues
          isTight
          rows={[
            { key: t('cards.fact.recharge'), value: share(fees.recharge) },
            { key: t('cards.fact.purchase'), value: share(fees.purchase) },
            { key: t('cards.fact.atm'), value: share(fees.atm) },
            {
              key: t('cards.fact.foreign'),
              value: fees.foreign === null ? t('cards.fact.foreignDay') : share(fees.foreign),
            },
            {
              key: t('cards.fact.monthly'),
              value: isFree ? t('cards.fact.free') : fiatText(fees.monthly, currency),
            },
          ]}
        />
      </Card>
    </>
  );
}
