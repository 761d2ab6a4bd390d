import { useState } from 'react';

import { useOnline } from '../../lib/device/online.ts';
import { paths } from '../../lib/route/paths.ts';
import { momentText } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/i18n.ts';
import { Button } from '../../ui/base/button.tsx';
import { Card } from '../../ui/base/card.tsx';
import { SectionHead } from '../../ui/base/section-head.tsx';
import { KeyValues } from '../../ui/list/key-values.tsx';
import { PasswordSheet } from './password-sheet.tsx';
import { type ReceivedWish, useAnswer } from './use-answer.ts';

/** Who wants to use an identity of this person, with the two answers; nothing where nobody waits. */
export function ReceivedWishes({ wishes }: { readonly wishes: readonly ReceivedWish[] }) {
  const t = useText();
  const { answering, ask, close, answer } = useAnswer();
  // While the sheet slides away it still shows what it was about.
  const [last, setLast] = useState(answering);
  if (answering !== undefined && answering !== last) setLast(answering);
  const shown = answering ?? last;
  const word = shown?.accept === false ? 'refuse' : 'allow';
  const about = { from: shown?.wish.from ?? '', number: shown?.wish.authNo ?? '' };
  return (
    <>
      {wishes.length === 0 ? null : (
        <section className="mb-5">
          <SectionHead title={t('kycauth.received')} />
          <ul role="list" className="grid gap-3">
            {wishes.map((wish) => (
              <li key={wish.bindingId}>
                <Wish wish={wish} onAnswer={(accept) => ask({ wish, accept })} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <PasswordSheet
        isOpen={answering !== undefined}
        title={t(`kycauth.${word}.title`)}
        text={t(`kycauth.${word}.text`, about)}
        back={paths.kycAuth()}
        send={answer}
        onClose={close}
      />
    </>
  );
}

type WishProps = { readonly wish: ReceivedWish; readonly onAnswer: (accept: boolean) => void };

function Wish({ wish, onAnswer }: WishProps) {
  const t = useText();
  const { isOnline } = useOnline();
  const { from, authNo, purpose, contact, description, expires } = wish;
  const reason = isOnline ? undefined : t('kycauth.offline');
  return (
    <Card>
      <h3 className="type-body-b wrap-anywhere">{t('kycauth.received.from', { from })}</h3>
      <div className="mt-2">
        <KeyValues
          isTight
          rows={[
            {
              key: t('kycauth.number'),
              value: <span className="type-mono whitespace-nowrap">{authNo}</span>,
            },
            ...(purpose === null ? [] : [{ key: t('kycauth.purpose'), value: purpose }]),
            ...(contact === null ? [] : [{ key: t('kycauth.contact'), value: contact }]),
            ...(description === null ? [] : [{ key: t('kycauth.description'), value: description }]),
            { key: t('kycauth.until'), value: momentText(expires) },
          ]}
        />
      </div>
      <div className="mt-4 grid gap-2">
        <Button kind="ink" disabledReason={reason} onPress={() => onAnswer(true)}>
          {t('kycauth.allow')}
        </Button>
        <Button kind="secondary" disabledReason={reason} onPress={() => onAnswer(false)}>
          {t('kycauth.refuse')}
        </Button>
      </div>
    </Card>
  );
}
