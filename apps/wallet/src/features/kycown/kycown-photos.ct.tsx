/** The document, its photos and the proof of an address: brought once, sealed, and only then left behind. */
import { Refusal } from '@marigold/contract/endpoint';
import { languageIds } from '@marigold/texts/languages';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, noAnswer } from '../../../testing/answers.ts';
import { broughtImage, choosePhoto, givenPicture } from '../../../testing/kyc-form.ts';
import { openKycForm, wholeKycDraft } from '../../../testing/kyc-form.ts';
import { problemsOfAxe } from '../../../testing/look-axe.ts';
import { saying } from '../../../testing/look.ts';
import {
  kycDraftScript,
  quietKyc,
  sampleAuthNo,
  sampleKycDraft,
  typedOfAnna,
} from '../../../testing/sample-kyc.ts';
import { openPage, quiet } from '../../../testing/screen.tsx';
import { answersUpload, uploads } from '../../../testing/upload.ts';
import { online } from '../../lib/device/online.ts';
import { paths } from '../../lib/route/paths.ts';

type Step = '3' | '4' | '5' | '6';

const goOn = page.getByRole('button', { name: 'Continue' });
const use = page.getByRole('button', { name: 'Use this photo' });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const title = (name: string) => page.getByRole('heading', { name });

const addressOf = (step: Step) => paths.kycDocument({ record: sampleAuthNo, step });
const here = () => window.location.pathname + window.location.search;
const whole = wholeKycDraft;

async function openStep(
  step: Step,
  draft: Parameters<typeof openKycForm>[1] = {},
  how: Parameters<typeof openKycForm>[2] = {},
): Promise<void> {
  await openKycForm(addressOf(step), draft, how);
}

// What is read on the page that a test ends on would be lost in the next one.
afterEach(quiet);

describe('step 3, the document', () => {
  it('asks for each thing by its name', async () => {
    await openStep('3');
    await goOn.click();
    await expect
      .element(page.getByRole('link', { name: saying('Issuing region:') }))
      .toHaveAccessibleDescription(saying('Please choose the issuing region'));
    for (const [name, words] of [
      ['ID number', 'Please enter the ID number'],
      ['Expiry date', 'Please enter the expiry date'],
    ] as const)
      await expect.element(field(name)).toHaveAccessibleDescription(saying(words));
    expect(callsOf('kyc/save')).toEqual([]);
  });

  it('takes the region from its page, offers the kinds that it issues, and saves', async () => {
    await openStep('3');
    await page.getByRole('link', { name: saying('Issuing region:') }).click();
    await page.getByRole('button', { name: 'United States' }).click();
    await expect.element(page.getByText('Of this region only this is taken: Passport.')).toBeVisible();
    expect(page.getByRole('radio', { name: 'ID card' }).elements()).toEqual([]);
    await field('ID number').fill('C01X00T47');
    await page.getByRole('checkbox', { name: 'It does not expire' }).click();
    await goOn.click();
    await expect.poll(here).toBe(addressOf('4'));
    expect(callsOf('kyc/save')[0]?.items).toEqual({
      issuingRegion: 'US',
      idNumber: { idType: 'passport', number: 'C01X00T47' },
      expiry: 'none',
    });
  });

  it.for([
    ['expiry', 'expires_soon', 'Expiry date', 'This document expires too soon'],
    ['expiry', 'document_expired', 'Expiry date', 'This document has expired'],
  ] as const)('says at its field what cannot be sent: %s %s', async ([item, problem, name, words]) => {
    await openStep('3', { ...whole, problems: [{ item, problem }] });
    await expect.element(field(name)).toHaveAccessibleDescription(saying(words));
  });

  it('says so beside the region and the kind', async () => {
    const problems = [
      { item: 'issuingRegion', problem: 'region_closed' } as const,
      { item: 'idNumber', problem: 'id_type_closed' } as const,
    ];
    await openStep('3', { ...whole, problems });
    await expect.element(page.getByText(/^Documents of this region are not taken\./)).toBeVisible();
    await expect.element(page.getByText(/^This kind of document is not taken/)).toBeVisible();
  });
});

describe('step 4, the photos', () => {
  it('asks for the photo where none was taken', async () => {
    await openStep('4', { typed: typedOfAnna, missing: ['idFront', 'signature'] });
    await expect.element(title('Photo of your passport')).toBeVisible();
    await goOn.click();
    await expect.element(page.getByText('Please add the photo of the front')).toBeVisible();
  });

  it('brings the photo, seals it, and only then goes on', async () => {
    await openStep('4', { typed: typedOfAnna, missing: ['idFront', 'signature'] });
    answersUpload(broughtImage);
    await choosePhoto();
    await use.click();
    await expect.poll(here).toBe(addressOf('5'));
    expect(uploads()).toMatchObject([{ kind: 'identity' }]);
    expect(callsOf('kyc/save')[0]?.items).toEqual({ idFront: { fileId: broughtImage.fileId } });
  });

  it('asks for the back of identity cards as well', async () => {
    const typed = { ...typedOfAnna, idNumber: { idType: 'idCard' as const, number: 'L01X00T47' } };
    await openStep('4', { typed, missing: ['idFront', 'idBack', 'signature'] });
    answersUpload(broughtImage);
    await expect.element(title('Front of your ID card')).toBeVisible();
    await choosePhoto();
    await use.click();
    await expect.element(title('Back of your ID card')).toBeVisible();
    expect(here()).toBe(addressOf('4'));
    await choosePhoto();
    await use.click();
    await expect.poll(here).toBe(addressOf('5'));
    expect(
      callsOf('kyc/save')
        .map(({ items }) => Object.keys(items))
        .flat(),
    ).toEqual(['idFront', 'idBack']);
  });

  it('does not bring a photo twice whose saving got no answer', async () => {
    await openStep(
      '4',
      { typed: typedOfAnna, missing: ['idFront', 'signature'] },
      { more: { 'kyc/save': noAnswer } },
    );
    answersUpload(broughtImage);
    await choosePhoto();
    await use.click();
    await expect.element(page.getByText(/^No answer came\./)).toBeVisible();
    online.answered(Date.now());
    answers(kycDraftScript(sampleKycDraft({ typed: typedOfAnna, missing: ['idFront', 'signature'] })));
    await use.click();
    await expect.poll(here).toBe(addressOf('5'));
    expect(uploads()).toHaveLength(1);
    const [first, second] = callsOf('kyc/save');
    expect(second).toEqual(first);
  });

  it('brings it anew where the server no longer has it', async () => {
    await openStep(
      '4',
      { typed: typedOfAnna, missing: ['idFront', 'signature'] },
      { more: { 'kyc/save': new Refusal('file_unknown') } },
    );
    answersUpload(broughtImage);
    await choosePhoto();
    await use.click();
    await expect.element(page.getByText(/^A picture was not found/)).toBeVisible();
    await use.click();
    await expect.poll(() => uploads()).toHaveLength(2);
  });

  it('shows of a saved photo that it is there, and takes another one in its place', async () => {
    await openStep('4', whole);
    await expect.element(title('Your photos are saved')).toBeVisible();
    expect(document.querySelector('img')).toBeNull();
    await page.getByRole('button', { name: 'Take another one' }).click();
    await expect.element(title('Photo of your passport')).toBeVisible();
  });
});

describe('what is saved', () => {
  const typed = { ...typedOfAnna, idNumber: { idType: 'idCard' as const, number: 'L01X00T47' } };
  const pictures = (['idFront', 'idBack', 'addressProof', 'signature'] as const).map(givenPicture);

  it.for(
    languageIds.flatMap((language) => (['4', '5', '6'] as const).map((step) => [language, step] as const)),
  )('has its name in one line on a phone: %s, step %s', async ([language, step]) => {
    await openStep(step, { ...whole, typed, pictures }, { setup: { language } });
    await expect.poll(() => savedNames()).toHaveLength(step === '4' ? 2 : 1);
    expect(savedNames().filter(({ lines }) => lines > 1)).toEqual([]);
  });
});

/** The names of the rows of pictures, and in how many lines they stand. */
function savedNames(): readonly { readonly name: string; readonly lines: number }[] {
  return [...document.querySelectorAll('main .list-row-glyph > .list-row-main > b')].flatMap((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    return tops.length === 0 ? [] : [{ name: name.textContent, lines: new Set(tops).size }];
  });
}

describe('step 5, the address', () => {
  it('may be left out, and says what that means', async () => {
    await openStep('5', { typed: typedOfAnna, missing: ['signature'], pictures: [givenPicture('idFront')] });
    await expect.element(page.getByText(/without it you reach level 2\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Go on without it' }).click();
    await expect.poll(here).toBe(addressOf('6'));
    expect(callsOf('kyc/save')).toEqual([]);
  });

  it('is brought and sealed like every photo, and can be removed', async () => {
    await openStep('5', { typed: typedOfAnna, missing: ['signature'], pictures: [givenPicture('idFront')] });
    answersUpload(broughtImage);
    await choosePhoto();
    await use.click();
    await expect.poll(here).toBe(addressOf('6'));
    window.history.back();
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect.element(page.getByRole('button', { name: 'Go on without it' })).toBeVisible();
    expect(callsOf('kyc/save').at(-1)?.items).toEqual({ addressProof: null });
  });
});

describe('each step', () => {
  it.for([
    ['3', 'light'],
    ['4', 'light'],
    ['5', 'light'],
    ['6', 'light'],
    ['6', 'dark'],
  ] as const)('is for everybody: step %s, %s', async ([step, theme]) => {
    document.documentElement.dataset['theme'] = theme;
    await openStep(step, { typed: typedOfAnna, missing: ['idFront', 'signature'] });
    expect(await problemsOfAxe()).toEqual([]);
    delete document.documentElement.dataset['theme'];
  });

  it.for(['1', '2'] as const)('is for everybody: step %s', async (step) => {
    answers({ ...quietKyc, ...kycDraftScript() });
    await openPage(paths.kycPerson({ record: sampleAuthNo, step }));
    await goOn.click();
    expect(await problemsOfAxe()).toEqual([]);
  });
});
