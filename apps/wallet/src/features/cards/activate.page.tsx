import type { CardDetail } from '../../domain/card/card-queries.ts';
import { type CardSearch, paths } from '../../lib/route/paths.ts';
import { useText } from '../../lib/text/i18n.ts';
import { BindFirst } from '../../screen/bind-first.tsx';
import { Screen } from '../../screen/screen.tsx';
import { ActivateForm } from './deed/activate-form.tsx';
import { Activated, Activating } from './deed/activating.tsx';
import { NotPossible } from './deed/not-possible.tsx';
import { OneOwnCard } from './one-own-card.tsx';
import { ownCardChange } from './own-card-look.ts';

/** Makes a card ready for payments: its last four digits, a code of the authenticator, and the company's yes. */
export function ActivateCardPage({ id = '' }: CardSearch) {
  return (
    <BindFirst page="/pages/card/actived" own={paths.activateCard(id)}>
      <OneOwnCard id={id}>{(card) => <Activation card={card} />}</OneOwnCard>
    </BindFirst>
  );
}

function Activation({ card }: { readonly card: CardDetail }) {
  const t = useText();
  if (card.actions.includes('activate'))
    return (
      <Screen back={paths.cardInfo(card.cardId)} width="480">
        <ActivateForm card={card} />
      </Screen>
    );
  if (ownCardChange(card) === 'activating') return <Activating card={card} />;
  if (card.state === 'active') return <Activated card={card} />;
  return <NotPossible card={card} words={t('cards.activate.final')} />;
}
