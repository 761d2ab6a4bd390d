/** Cards in a row: which of them is in the middle, and what moves it. */
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { problemsOfAxe } from '../../../testing/look-axe.ts';
import { drawComponent, pass } from '../../../testing/screen.tsx';
import { CardCarousel } from './card-carousel.tsx';
import { CardFace } from './card-face.tsx';

const designs = ['master', 'utglelite', 'muse', 'utglblack'] as const;
const onSelect = vi.fn<(index: number) => void>();
const onPress = vi.fn<(name: string) => void>();

function Row({ count, first = 0 }: { count: number; first?: number }) {
  const [selected, setSelected] = useState(first);
  const cards = designs.slice(0, count);
  return (
    <CardCarousel
      label="Your cards"
      selected={selected}
      onSelect={(index) => {
        onSelect(index);
        setSelected(index);
      }}
      liveText={`Card ${selected + 1} of ${count}`}
    >
      {cards.map((design) => (
        <button key={design} type="button" onClick={() => onPress(design)}>
          <CardFace design={design} size="full" label={design} last4="4821" />
        </button>
      ))}
    </CardCarousel>
  );
}

const row = page.getByRole('list', { name: 'Your cards' });
const card = (name: (typeof designs)[number]) => page.getByRole('button', { name, exact: true });
const boxOf = (name: (typeof designs)[number]) => card(name).element().getBoundingClientRect();
const dots = () =>
  [...document.querySelectorAll('.card-carousel-dots > *')].map((dot) => dot.hasAttribute('data-current'));

async function draw(count: number, first?: number): Promise<void> {
  onSelect.mockReset();
  onPress.mockReset();
  await drawComponent(<Row count={count} {...(first === undefined ? {} : { first })} />);
}

/** How far the middle of a card is from that of the window, in CSS pixels: at most a gutter, at the ends of the row. */
const offMiddle = (name: (typeof designs)[number]) => {
  const { left, right } = boxOf(name);
  return Math.abs((left + right) / 2 - window.innerWidth / 2);
};

describe('a row of cards', () => {
  it('shows one whole and the edge of the next, and as many dots', async () => {
    await draw(4);
    expect(boxOf('master').left).toBe(16);
    expect(boxOf('master').width).toBe(311);
    expect(boxOf('utglelite').left).toBe(339);
    expect(dots()).toEqual([true, false, false, false]);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('is one card from edge to edge without dots, where there is one', async () => {
    await draw(1);
    expect(boxOf('master').width).toBe(343);
    expect(document.querySelector('.card-carousel-dots')).toBeNull();
  });

  it('begins with the card that is selected, and asks for nothing', async () => {
    await draw(4, 2);
    expect(offMiddle('muse')).toBeLessThan(1);
    await expect.poll(dots).toEqual([false, false, true, false]);
    await pass(500);
    expect(onSelect).not.toHaveBeenCalled();
  });
});

describe('another card', () => {
  it('is selected where a swipe comes to rest, and not those that it passes', async () => {
    await draw(4);
    row.element().scrollTo({ left: 323 });
    await expect.poll(dots).toEqual([false, true, false, false]);
    row.element().scrollTo({ left: 5_000 });
    await expect.poll(dots).toEqual([false, false, false, true]);
    await pass(500);
    expect(onSelect.mock.calls).toEqual([[3]]);
    await expect.element(page.getByRole('status')).toHaveTextContent('Card 4 of 4');
  });

  it('is selected by arrow keys, which take the focus along and stop at the ends', async () => {
    await draw(4);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowLeft}');
    expect(onSelect).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(card('utglelite')).toHaveFocus();
    expect(onSelect.mock.calls).toEqual([[1]]);
    await expect.poll(() => offMiddle('utglelite')).toBeLessThan(1);
    await userEvent.keyboard('{End}');
    await expect.element(card('utglblack')).toHaveFocus();
    expect(onSelect.mock.calls).toEqual([[1], [3]]);
    await expect.poll(() => offMiddle('utglblack')).toBeLessThanOrEqual(16);
    await userEvent.keyboard('{Enter}');
    expect(onPress.mock.calls).toEqual([['utglblack']]);
    expect(page.getByRole('listitem').elements()[3]).toHaveAttribute('aria-current', 'true');
  });

  it('is not selected by a key that is the browser’s own', async () => {
    await draw(4);
    await userEvent.tab();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.element(card('master')).toHaveFocus();
    expect(onSelect).not.toHaveBeenCalled();
  });

  it('is selected when the focus comes to it', async () => {
    await draw(3);
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(card('utglelite')).toHaveFocus();
    expect(onSelect.mock.calls).toEqual([[1]]);
  });

  it('comes to the middle by a press on its edge, and is pressed by the next one', async () => {
    await draw(4);
    await card('utglelite').click({ position: { x: 8, y: 80 } });
    expect(onSelect.mock.calls).toEqual([[1]]);
    expect(onPress).not.toHaveBeenCalled();
    await expect.poll(() => offMiddle('utglelite')).toBeLessThan(1);
    await card('utglelite').click();
    expect(onPress.mock.calls).toEqual([['utglelite']]);
  });

  it('is not pressed by the press that brings it, however slowly the row moves', async () => {
    await draw(4);
    vi.spyOn(row.element(), 'scrollTo').mockImplementation(() => undefined);
    await card('utglelite').click({ position: { x: 8, y: 80 } });
    expect(onSelect.mock.calls).toEqual([[1]]);
    expect(onPress).not.toHaveBeenCalled();
  });
});
