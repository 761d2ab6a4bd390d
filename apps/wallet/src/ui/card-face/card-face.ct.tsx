/** The face of a card: what is seen of each, and what is read aloud. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { problemsOfAxe } from '../../../testing/look-axe.ts';
import { drawComponent } from '../../../testing/screen.tsx';
import { CardFace } from './card-face.tsx';

const card = { last4: '4821', holder: 'ANNA KOVALEVA', expiry: '2029-09' } as const;
const face = page.getByRole('img', { name: 'The card', exact: true });

/** The words on a face, each line by itself. */
function wordsOnFace(): (string | null)[] {
  return [...face.element().querySelectorAll('text')].map(({ textContent }) => textContent);
}

const grounds = () => getComputedStyle(face.element()).background;

describe('the face of a card', () => {
  it.for([
    ['master', 'master'],
    ['muse', 'MUSEplatinum'],
    ['utglblack', 'UTGLblack'],
    ['utglelite', 'UTGLelite'],
  ] as const)('%s has its name, its number, the person and the last month', async ([design, wordmark]) => {
    await drawComponent(<CardFace design={design} size="full" label="The card" {...card} />);
    expect(wordsOnFace()).toEqual([wordmark, '•••• 4821', 'ANNA KOVALEVA', '09/29']);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('that is not issued says so, and has neither mark nor chip', async () => {
    await drawComponent(<CardFace design="blank" size="full" caption="Not issued yet" label="The card" />);
    expect(wordsOnFace()).toEqual(['Not issued yet']);
    expect(face.element().querySelectorAll('g, rect')).toHaveLength(1);
  });

  it('that is small has its name only', async () => {
    await drawComponent(<CardFace design="utglblack" size="mini" label="The card" {...card} />);
    expect(wordsOnFace()).toEqual(['UTGLblack']);
  });

  it('is decoration where nobody names it', async () => {
    await drawComponent(<CardFace design="master" size="mini" />);
    expect(document.querySelector('.card-face')).toHaveAttribute('aria-hidden', 'true');
    expect(page.getByRole('img').elements()).toEqual([]);
  });

  it.for([120, 343, 480])('keeps its shape in a place %i px wide, with every word inside', async (width) => {
    const holder = 'MAXIMILIAN-ALEXANDER KONSTANTINOPOLSKIY';
    await drawComponent(
      <div style={{ width }}>
        <CardFace design="muse" size="full" label="The card" {...card} holder={holder} />
      </div>,
    );
    const box = face.element().getBoundingClientRect();
    expect(box.width).toBe(width);
    expect(box.width / box.height).toBeCloseTo(1.586, 2);
    const [name, number, person, month] = [...face.element().querySelectorAll('text')].map((one) =>
      one.getBoundingClientRect(),
    );
    for (const line of [name, number, person, month]) {
      expect(line?.left).toBeGreaterThanOrEqual(box.left);
      expect(line?.right).toBeLessThanOrEqual(box.right);
    }
    expect(person?.right).toBeLessThan(month?.left ?? 0);
  });
});

describe('a veil', () => {
  it('of a lock takes the colour away, and leaves every word', async () => {
    await drawComponent(<CardFace design="master" size="full" label="The card" {...card} />);
    const open = grounds();
    const drawn = face.element().querySelectorAll('path').length;
    document.querySelector('#app')?.remove();
    await drawComponent(<CardFace design="master" size="full" veil="locked" label="The card" {...card} />);
    expect(grounds()).not.toBe(open);
    expect(wordsOnFace()).toEqual(['master', '•••• 4821', 'ANNA KOVALEVA', '09/29']);
    expect(face.element().querySelectorAll('path')).toHaveLength(drawn + 1);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('of an end leaves the words of the card on the blank face', async () => {
    await drawComponent(<CardFace design="utglelite" size="full" veil="ended" label="The card" {...card} />);
    expect(wordsOnFace()).toEqual(['UTGLelite', '•••• 4821', 'ANNA KOVALEVA', '09/29']);
    const ended = grounds();
    document.querySelector('#app')?.remove();
    await drawComponent(<CardFace design="blank" size="full" label="The card" />);
    expect(grounds()).toBe(ended);
  });
});
