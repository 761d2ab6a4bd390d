import { useFreeze } from '../../../domain/account/use-freeze.ts';
import type { CardDetail } from '../../../domain/card/card-queries.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { FreezeNote } from '../../../screen/freeze-note.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { OwnCardFace } from '../own-card-face.tsx';
import { AuthenticatorCells, DigitsCells } from './code-cells.tsx';
import { useActivateCard } from './use-activate-card.ts';

/** The last four digits first, which prove that the card is here; then the authenticator, which proves its person. */
export function ActivateForm({ card }: { readonly card: CardDetail }) {
  const frozen = useFreeze('card');
  return (
    <>
      <div className="mx-auto max-w-75 pt-2">
        <OwnCardFace card={card} />
      </div>
      <FreezeNote areas={['card']} className="mt-6" />
      {frozen === undefined ? <Steps card={card} /> : null}
    </>
  );
}

function Steps({ card }: { readonly card: CardDetail }) {
  const t = useText();
  const { digits, no, isBusy, enterDigits, enterCode } = useActivateCard(card.cardId);
  if (digits === undefined)
    return (
      <>
        <Head
          title={t('cards.activate.digitsTitle')}
          text={t(
            card.form === 'physical' ? 'cards.activate.digitsPhysical' : 'cards.activate.digitsVirtual',
          )}
        />
        <DigitsCells key="digits" no={no} isBusy={isBusy} onComplete={enterDigits} />
      </>
    );
  return (
    <>
      <Head title={t('cards.activate.codeTitle')} text={t('cards.activate.codeText', { digits })} />
      <AuthenticatorCells key="code" no={no} isBusy={isBusy} onComplete={(code) => void enterCode(code)} />
      <div className="mt-4">
        <Button kind="secondary" isDisabled={isBusy} onPress={() => enterDigits(undefined)}>
          {t('cards.activate.otherDigits')}
        </Button>
      </div>
    </>
  );
}

function Head({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <header className="mt-6 mb-4 text-center">
      <h2 className="type-2">{title}</h2>
      <p className="mt-1 type-sm text-ink-2">{text}</p>
    </header>
  );
}
