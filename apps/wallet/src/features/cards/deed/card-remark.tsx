import { nameMax } from '@marigold/contract/limits';
import { useState } from 'react';

import type { CardDetail } from '../../../domain/card/card-queries.ts';
import { useOnline } from '../../../lib/device/online.ts';
import { useText } from '../../../lib/text/i18n.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { Field } from '../../../ui/field/field.tsx';
import { List, ListRow } from '../../../ui/list/list.tsx';
import { useRemarkCard } from './use-remark-card.ts';

type RemarkProps = { readonly card: CardDetail };

/** The person's own words beside a card; pressed, they can be changed in a sheet. */
export function CardRemark({ card }: RemarkProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <List className="mt-4" label={t('cards.remark.title')}>
        <ListRow
          hasCaret
          glyph={<Icon name="note-pencil" />}
          title={t('cards.remark.title')}
          detail={
            <span className="whitespace-normal wrap-anywhere">{card.remark ?? t('cards.remark.text')}</span>
          }
          value={card.remark === null ? t('cards.remark.add') : undefined}
          onPress={() => setOpen(true)}
        />
      </List>
      <ScreenSheet
        isOpen={isOpen}
        onClose={close}
        title={t('cards.remark.title')}
        text={t('cards.remark.text')}
      >
        <RemarkForm key={card.remark} card={card} onDone={close} />
      </ScreenSheet>
    </>
  );
}

function RemarkForm({ card, onDone }: RemarkProps & { readonly onDone: () => void }) {
  const t = useText();
  const { isOnline } = useOnline();
  const [typed, setTyped] = useState(card.remark ?? '');
  const { save, isBusy, problem } = useRemarkCard(card, onDone);
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(typed);
      }}
    >
      <Field
        label={t('cards.remark.title')}
        maxLength={nameMax}
        autoComplete="off"
        data-first-focus
        hint={t('cards.remark.hint', { max: nameMax })}
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div>
        <Button
          kind="primary"
          type="submit"
          isBusy={isBusy}
          busyLabel={t('cards.remark.saving')}
          isDisabled={typed.trim() === (card.remark ?? '')}
          disabledReason={isOnline ? undefined : t('cards.offline')}
        >
          {t('cards.remark.save')}
        </Button>
      </div>
    </form>
  );
}
