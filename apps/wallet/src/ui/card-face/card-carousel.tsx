import './card-carousel.css';
import {
  Children,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { bringToMiddle, cardAround, cardByKey, focusCard, followRow } from './card-row.ts';

interface CardCarouselProps {
  /** What the row is: "Your cards". */
  label: string;
  /** The card in the middle, counted from 0. */
  selected: number;
  /** Another card has come to rest in the middle, or is to be brought there. */
  onSelect: (index: number) => void;
  /** Said when `selected` changes: "Card 2 of 4: UTGL elite, ends in 0917". */
  liveText: string;
  /** A full face each, in a link or a button of its own. */
  children: ReactNode;
}

/**
 * Cards in a row, one of them in the middle. Swipes and arrow keys move it, and so does a press on a neighbour, of which
 * only an edge is in sight; a press on the card in the middle is its own.
 */
export function CardCarousel({ label, selected, onSelect, liveText, children }: CardCarouselProps) {
  const row = useRef<HTMLUListElement>(null);
  const hasStood = useRef(false);
  const [middle, setMiddle] = useState(selected);
  const cards = Children.toArray(children);
  const count = cards.length;

  function select(index: number) {
    if (index !== selected) onSelect(index);
  }
  const onRest = useEffectEvent(select);
  useEffect(() => (row.current ? followRow(row.current, { onMove: setMiddle, onRest }) : undefined), []);
  useEffect(() => {
    if (row.current) bringToMiddle(row.current, selected, hasStood.current ? 'auto' : 'instant');
    hasStood.current = true;
  }, [selected, count]);

  return (
    <div className="card-carousel">
      <ul
        ref={row}
        className={count > 1 ? 'card-carousel-row card-carousel-many' : 'card-carousel-row'}
        aria-label={label}
        onKeyDown={moveFocus}
      >
        {cards.map((card, index) => (
          <li
            key={index}
            aria-current={index === selected || undefined}
            onFocus={(event) => {
              // By a key. A finger or a mouse sets the focus as well before it presses, and its press decides.
              if (event.target.matches(':focus-visible')) select(index);
            }}
            onClickCapture={(event) => {
              if (index === selected) return;
              event.preventDefault();
              event.stopPropagation();
              select(index);
            }}
          >
            {card}
          </li>
        ))}
      </ul>
      {count > 1 ? <Dots count={count} current={middle} /> : null}
      <span className="visually-hidden" role="status">
        {liveText}
      </span>
    </div>
  );
}

/** Keys take the focus from card to card, and the focus selects. With a modifier they are the browser's own. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: row, target, key } = event;
  const from = cardAround(row, target);
  const to = from === undefined ? undefined : cardByKey(key, from, row.children.length);
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  focusCard(row, to);
}

function Dots({ count, current }: { count: number; current: number }) {
  return (
    <div className="card-carousel-dots" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <i key={index} data-current={index === current || undefined} />
      ))}
    </div>
  );
}
