import '../../../ui/base/glyph.css';
import type { ReactNode } from 'react';

import type { CardDetail } from '../../../domain/card/card-queries.ts';
import { goBack } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';
import { ScreenSheet } from '../../../screen/screen-sheet.tsx';
import { Screen } from '../../../screen/screen.tsx';
import type { IconName } from '../../../ui/base/icon-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CardInfo } from '../card-info.page.tsx';

/** What follows from a "yes", with a sign for it. */
export type Consequence = { readonly icon: IconName; readonly text: string };

type QuestionProps = {
  readonly card: CardDetail;
  /** A sheet over the card for who comes from there; else a page of its own (DESIGN.md 6 G). */
  readonly isOver: boolean;
  readonly glyph: IconName;
  readonly isDanger?: boolean;
  /** The question; it names the card. */
  readonly title: string;
  readonly consequences: readonly Consequence[];
  readonly children?: ReactNode;
  /** At most two buttons. */
  readonly foot?: ReactNode;
  readonly isLocked: boolean;
};

/** Asks before a card is changed: what happens to it, the verb, and the safe way out. */
export function CardQuestion(props: QuestionProps) {
  const { card, isOver, title, consequences, children, foot, isLocked } = props;
  const leave = () => leaveCard(card.cardId);
  const glyph = (
    <span className={`glyph glyph-large mb-2 ${props.isDanger === true ? 'glyph-bad' : 'glyph-brand'}`}>
      <Icon name={props.glyph} size={34} />
    </span>
  );
  const content = (
    <>
      <Consequences list={consequences} />
      {children}
    </>
  );
  if (!isOver)
    return (
      <Screen back={leave} width="480" foot={foot}>
        <div className="pt-2">{glyph}</div>
        <h2 className="mt-2 type-2">{title}</h2>
        {content}
      </Screen>
    );
  return (
    <>
      <CardInfo card={card} />
      <ScreenSheet
        isOpen
        isInAddress
        isLocked={isLocked}
        onClose={leave}
        glyph={glyph}
        title={title}
        foot={foot}
      >
        {content}
      </ScreenSheet>
    </>
  );
}

/** Back to the card, or to what led here. */
export function leaveCard(cardId: string): void {
  goBack(paths.cardInfo(cardId));
}

function Consequences({ list }: { readonly list: readonly Consequence[] }) {
  return (
    <ul role="list" className="mt-2 grid gap-2 type-sm text-ink-2">
      {list.map(({ icon, text }) => (
        <li key={text} className="flex gap-3">
          <Icon name={icon} size={20} className="flex-none" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
