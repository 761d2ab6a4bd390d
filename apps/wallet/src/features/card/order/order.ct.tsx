/** An application for a card: filled in, kept while somebody looks elsewhere, sent once, and led on to its payment. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost, noAnswer } from '../../../../testing/answers.ts';
import { problemsOfAxe } from '../../../../testing/look-axe.ts';
import { mainActions } from '../../../../testing/look.ts';
import {
  cardCompany,
  cardMethods,
  cardProduct,
  cardProducts,
  sampleCardOrder,
} from '../../../../testing/sample-card.ts';
import { idOf } from '../../../../testing/samples.ts';
import { openPage, type ScreenSetup } from '../../../../testing/screen.tsx';
import { session } from '../../../lib/device/session.ts';
import { go } from '../../../lib/route/navigation.ts';
import { paths } from '../../../lib/route/paths.ts';

const ready = { kycLevel: 2, hasGoogle: true, codesLeft: 10, region: 'DE' };
const muse = { product: 'muse-platinum' };
const send = page.getByRole('button', { name: /^(Continue to payment|Sending)/ });
const agreement = page.getByRole('checkbox');
const field = (name: string) => page.getByLabelText(name, { exact: true });

async function openForm(product = 'muse-platinum', setup: ScreenSetup = {}): Promise<void> {
  await openPage(paths.cardOrder({ product }), { as: ready, ...setup });
}

/** Everything but the country, which is picked on a page of its own. */
async function fill(): Promise<void> {
  await field('Name on the card').fill('anna kovaleva');
  await field('Phone of the card').fill('+49 151 2345678');
  await field('City').fill('Berlin');
  await field('Postal code').fill('10115');
  await field('Address').fill('Invalidenstr. 1');
  await agreement.click();
}

async function pickGermany(): Promise<void> {
  await page.getByRole('link', { name: 'Country or region: Choose' }).click();
  await page.getByRole('button', { name: 'Germany' }).click();
  await expect.element(page.getByRole('link', { name: 'Country or region: Germany' })).toBeVisible();
}

const sent = {
  productId: 'muse-platinum',
  latinName: 'ANNA KOVALEVA',
  phone: '+491512345678',
  delivery: {
    method: 'mail',
    recipient: 'ANNA KOVALEVA',
    country: 'DE',
    city: 'Berlin',
    postal: '10115',
    line: 'Invalidenstr. 1',
    isResidential: true,
  },
  agreed: { contentId: 'card-demo-company', version: 1 },
};

describe('an application for plastic', () => {
  it('is filled in, sent once however often it is pressed, and goes on to its payment', async () => {
    const late = held('card/apply');
    answers({ 'card/apply': late.promise });
    await openForm();
    await expect.element(field('Phone of the card')).toHaveValue('+49 ');
    await fill();
    await pickGermany();
    await send.click();
    await expect.element(send).toHaveAttribute('aria-busy', 'true');
    await send.click({ force: true });
    late.resolve(sampleCardOrder());
    await expect.poll(() => window.location.search).toBe(`?id=${idOf(1401)}`);
    expect(callsOf('card/apply')).toMatchObject([sent]);
    expect(callsOf('card/apply')).toHaveLength(1);
  });

  it('offers only countries that it is mailed to', async () => {
    await openForm();
    await page.getByRole('link', { name: 'Country or region: Choose' }).click();
    await expect.element(page.getByRole('button', { name: 'Hong Kong' })).toBeVisible();
    expect(page.getByRole('button', { name: 'United States' }).elements()).toEqual([]);
  });

  it('keeps what was typed while somebody picks, reads the agreement and comes back', async () => {
    await openForm();
    await fill();
    await pickGermany();
    await expect.element(field('City')).toHaveValue('Berlin');
    go(paths.content({ id: 'card-demo-company' }));
    go(paths.cardOrder(muse));
    await expect.element(field('Name on the card')).toHaveValue('ANNA KOVALEVA');
    await expect.element(agreement).toBeChecked();
    expect(sessionStorage.getItem('cardForms')).toContain('Invalidenstr. 1');
  });

  it('leaves nothing of what was typed when its person signs out', async () => {
    await openForm();
    await fill();
    expect(sessionStorage.getItem('cardForms')).toContain('KOVALEVA');
    session.signOut();
    expect(sessionStorage.getItem('cardForms')).toBeNull();
  });

  it('says at each field what is wanted, and goes to the first', async () => {
    await openForm();
    await send.click();
    await expect.element(field('Name on the card')).toHaveFocus();
    const alerts = page
      .getByRole('alert')
      .elements()
      .map((alert) => alert.textContent);
    expect(alerts).toEqual([
      'Please enter the name on the card.',
      'Please enter the phone of the card.',
      'Please enter the recipient.',
      'Please choose the country or region.',
      'Please enter the city.',
      'Please enter the postal code.',
      'Please enter the address.',
      'Please accept the agreement of the card company.',
    ]);
    expect(callsOf('card/apply')).toEqual([]);
    expect(await problemsOfAxe()).toEqual([]);
  });

  it('that is picked up wants a place', async () => {
    answers({ 'card/apply': sampleCardOrder() });
    await openForm();
    await fill();
    await page.getByRole('radio', { name: 'Pick up' }).click();
    await send.click();
    await expect.element(page.getByText('Please choose the pick-up location.')).toBeVisible();
    await page.getByRole('radio', { name: /^Berlin, Germany/ }).click();
    await send.click();
    await expect
      .poll(() => callsOf('card/apply').map(({ delivery }) => delivery))
      .toEqual([{ method: 'pickup', recipient: 'ANNA KOVALEVA', pickupId: 'berlin' }]);
  });

  it('that reaches nobody says so before anything is typed', async () => {
    answers({ 'card/method': cardMethods({ countries: [], pickups: [] }) });
    await openForm();
    await expect.element(send).toBeDisabled();
    await expect.element(page.getByText(/^This card is neither mailed/).first()).toBeVisible();
  });
});

describe('an application that is sent', () => {
  /** A virtual card needs no delivery. */
  async function sendVirtual(): Promise<void> {
    await openForm('master-virtual');
    await field('Name on the card').fill('ANNA KOVALEVA');
    await field('Phone of the card').fill('+49 151 2345678');
    await agreement.click();
    await send.click();
  }

  it('for a virtual card goes nowhere', async () => {
    answers({ 'card/apply': sampleCardOrder() });
    await sendVirtual();
    await expect.poll(() => callsOf('card/apply').map(({ delivery }) => delivery)).toEqual([undefined]);
    expect(field('City').elements()).toEqual([]);
  });

  it('is forgotten by the form once the server has it', async () => {
    answers({ 'card/apply': sampleCardOrder() });
    await sendVirtual();
    await expect.poll(() => window.location.search).toBe(`?id=${idOf(1401)}`);
    expect(sessionStorage.getItem('cardForms')).not.toContain('ANNA');
  });

  it('without an answer says so, and is sent again as the same one', async () => {
    answers({ 'card/apply': noAnswer });
    await sendVirtual();
    await expect.element(page.getByText(/the same application is never made twice/)).toBeVisible();
    answers({ 'card/apply': new Refusal('already_applied', { id: idOf(1401) }) });
    await send.click();
    await expect.poll(() => window.location.search).toBe(`?id=${idOf(1401)}`);
    const ids = callsOf('card/apply').map(({ requestId }) => requestId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('under an agreement that has changed has to accept the new one', async () => {
    answers({ 'card/apply': new Refusal('agreement_missing', {}) });
    await openForm('master-virtual');
    const issuer = { ...cardCompany, version: 2 };
    await field('Name on the card').fill('ANNA KOVALEVA');
    await field('Phone of the card').fill('+49 151 2345678');
    await agreement.click();
    answers({ 'card/product/list': { list: cardProducts.map((one) => ({ ...one, issuer })) } });
    await send.click();
    await expect.element(page.getByRole('alert').getByText(/^The agreement has changed/)).toBeVisible();
    await expect.element(agreement).not.toBeChecked();
    answers({ 'card/apply': sampleCardOrder() });
    await agreement.click();
    await send.click();
    await expect.poll(() => callsOf('card/apply')).toMatchObject([{}, { agreed: { version: 2 } }]);
  });

  it('after another phone has applied shows that application', async () => {
    answers({ 'card/apply': new Refusal('one_per_product', {}) });
    await openForm('master-virtual');
    await field('Name on the card').fill('ANNA KOVALEVA');
    await field('Phone of the card').fill('+49 151 2345678');
    await agreement.click();
    answers({
      'card/order/list': { list: [sampleCardOrder({ productId: 'master-virtual' })], next: null },
    });
    await send.click();
    await expect
      .poll(() => mainActions())
      .toEqual([['See your application', paths.cardApplication({ id: idOf(1401) })]]);
  });

  it('waits while there is no network, and says so', async () => {
    await openForm();
    window.dispatchEvent(new Event('offline'));
    await expect.element(send).toBeDisabled();
    await expect.element(page.getByText('You can go on when you are back online.')).toBeVisible();
  });
});

describe('a product that nobody can order', () => {
  it('shows its summary, and why', async () => {
    answers({ 'card/product/list': { list: [cardProduct({ state: 'soldOut' })] } });
    await openForm();
    await expect.element(page.getByText('This card is sold out right now.')).toBeVisible();
    expect(field('Name on the card').elements()).toEqual([]);
  });

  it('that is not there says so; what cannot be read can be read again', async () => {
    await openForm('utgl-black');
    await expect.element(page.getByRole('heading', { name: 'No such card' })).toBeVisible();
    answers({ 'card/method': lost });
    go(paths.cardOrder(muse));
    await expect.element(page.getByRole('button', { name: 'tap to retry' })).toBeVisible();
  });
});
