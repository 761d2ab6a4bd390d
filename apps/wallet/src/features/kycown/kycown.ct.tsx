/** The form of a verification by the house: every prompt by its name, nothing lost on the way, nothing kept on the device. */
import { Refusal } from '@marigold/contract/endpoint';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import {
  answers,
  callsOf,
  held,
  lost,
  noAnswer,
  type Script,
  UnservedAnswer,
} from '../../../testing/answers.ts';
import { saying } from '../../../testing/look.ts';
import {
  kycDraftScript,
  quietKyc,
  sampleAuthNo,
  sampleKycDraft,
  sampleKycRecord,
  typedOfAnna,
} from '../../../testing/sample-kyc.ts';
import { openPage, quiet, type ScreenSetup } from '../../../testing/screen.tsx';
import { online } from '../../lib/device/online.ts';
import { go } from '../../lib/route/navigation.ts';
import { paths } from '../../lib/route/paths.ts';

type Draft = ReturnType<typeof sampleKycDraft>;
type Step = '1' | '2' | '3';

const goOn = page.getByRole('button', { name: 'Continue' });
const saveAndExit = page.getByRole('button', { name: 'Save & exit' }).first();
const close = page.getByRole('button', { name: 'Close' });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const title = (name: string) => page.getByRole('heading', { name });
const regionLink = (name: string) => page.getByRole('link', { name: saying(`${name}:`) });

function addressOf(step?: Step): string {
  if (step === '3') return paths.kycDocument({ record: sampleAuthNo, step });
  return paths.kycPerson(step === undefined ? { record: sampleAuthNo } : { record: sampleAuthNo, step });
}

async function openStep(
  step?: Step,
  { draft, more = {}, setup }: { draft?: Partial<Draft>; more?: Script; setup?: ScreenSetup } = {},
): Promise<void> {
  answers({ ...quietKyc, ...kycDraftScript(sampleKycDraft(draft)), ...more });
  await openPage(addressOf(step), setup);
}

const here = () => window.location.pathname + window.location.search;

async function expectPrompts(prompts: readonly (readonly [string, string])[]): Promise<void> {
  for (const [name, words] of prompts)
    await expect.element(field(name)).toHaveAccessibleDescription(saying(words));
}

async function fillPerson(): Promise<void> {
  await field('First name').fill('Anna');
  await field('Last name').fill('Kovaleva');
  await field('Date of birth').fill('1990-05-17');
}

// What is read on the page that a test ends on would be lost in the next one.
afterEach(quiet);

describe('step 1, the person', () => {
  it('says how far it is, and what it is', async () => {
    await openStep('1');
    await expect.element(title('Identity check')).toBeVisible();
    await expect.element(page.getByText('Step 1 of 6 · You')).toBeVisible();
    await expect.element(title('Who you are')).toBeVisible();
  });

  it('asks for each thing by its name, at its field, and sends nothing', async () => {
    await openStep('1');
    await goOn.click();
    await expectPrompts([
      ['First name', 'Please enter the first name'],
      ['Last name', 'Please enter the last name'],
      ['Date of birth', 'Please enter the date of birth'],
    ]);
    await expect
      .element(regionLink('Nationality'))
      .toHaveAccessibleDescription(saying('Please choose the nationality'));
    await expect.element(field('First name')).toHaveFocus();
    expect(callsOf('kyc/save')).toEqual([]);
  });

  it('takes the nationality from the page of regions, and what was typed is still there', async () => {
    await openStep('1');
    await fillPerson();
    await regionLink('Nationality').click();
    await page.getByRole('button', { name: 'Germany' }).click();
    await expect.element(page.getByRole('link', { name: 'Nationality: Germany' })).toBeVisible();
    await expect.poll(here).toBe(addressOf('1'));
    await expect.element(field('First name')).toHaveValue('Anna');
    await goOn.click();
    await expect.poll(here).toBe(addressOf('2'));
    expect(callsOf('kyc/save')).toMatchObject([
      {
        authNo: sampleAuthNo,
        items: { names: typedOfAnna.names, birthday: '1990-05-17', nationality: 'DE' },
      },
    ]);
  });

  it('asks for Latin letters where a name has others, and for none where it has not', async () => {
    await openStep('1');
    await field('First name').fill('Анна');
    expect(field('First name in Latin letters').elements()).toEqual([]);
    await field('First name').fill('美玲');
    await field('Last name').fill('王');
    await field('First name in Latin letters').fill('meiling');
    await expect.element(field('First name in Latin letters')).toHaveValue('MEILING');
    await goOn.click();
    await expectPrompts([['Last name in Latin letters', 'Please enter the last name in Latin letters']]);
  });

  it('stays where the server found something wrong, and says it at the field until it is another', async () => {
    const problems = [{ item: 'birthday' as const, problem: 'under_age' as const }];
    await openStep('1', {
      draft: {
        typed: { names: { firstName: 'Anna', lastName: 'Kovaleva' }, nationality: 'DE' },
        missing: ['birthday', 'signature'],
      },
      more: {
        'kyc/draft': sampleKycDraft({ typed: { ...typedOfAnna, birthday: '2015-05-17' }, problems }),
        'kyc/save': {
          authNo: sampleAuthNo,
          review: 'draft',
          open: sampleKycDraft().open,
          missing: ['signature'],
          problems,
          expires: null,
        },
      },
    });
    await expectPrompts([['Date of birth', 'You need to be 18 or older']]);
    await field('Date of birth').fill('2014-05-17');
    await expect.element(field('Date of birth')).not.toHaveAccessibleDescription(saying('You need to be 18'));
    answers({ 'kyc/draft': sampleKycDraft({ typed: { ...typedOfAnna, birthday: '2014-05-17' }, problems }) });
    await goOn.click();
    await expectPrompts([['Date of birth', 'You need to be 18 or older']]);
    expect(here()).toBe(addressOf('1'));
  });

  it('keeps what was typed when it cannot be saved, and sends the same again', async () => {
    await openStep('1', { draft: { typed: { nationality: 'DE' } }, more: { 'kyc/save': noAnswer } });
    await fillPerson();
    await goOn.click();
    await expect.element(page.getByText(/^No answer came\. What you typed is still here\./)).toBeVisible();
    await expect.element(field('First name')).toHaveValue('Anna');
    online.answered(Date.now());
    answers(kycDraftScript(sampleKycDraft({ typed: { nationality: 'DE' } })));
    await goOn.click();
    await expect.poll(here).toBe(addressOf('2'));
    const [first, second] = callsOf('kyc/save');
    expect(second).toEqual(first);
  });

  it('says what the server says where it cannot be saved', async () => {
    await openStep('1', {
      draft: { typed: { nationality: 'DE' } },
      more: { 'kyc/save': new Refusal('item_not_asked') },
    });
    await fillPerson();
    await goOn.click();
    await expect.element(page.getByText(/^This is not asked again/)).toBeVisible();
    await expect.element(field('Last name')).toHaveValue('Kovaleva');
  });

  it('sends once, however often it is pressed', async () => {
    const late = held('kyc/save');
    await openStep('1', { draft: { typed: { nationality: 'DE' } }, more: { 'kyc/save': late.promise } });
    await fillPerson();
    await goOn.click();
    await expect.element(page.getByRole('button', { name: 'Saving' })).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    expect(callsOf('kyc/save')).toHaveLength(1);
  });
});

describe('step 2, work and use', () => {
  const prompts = [
    ['Name on the card', 'Please enter the name on the card'],
    ['Job', 'Please choose the job'],
    ['What you do', 'Please enter what you do'],
    ['Annual income', 'Please choose the annual income'],
    ['Purpose of use', 'Please choose the purpose of use'],
    ['Contact', 'Please enter the contact'],
  ] as const;

  it('asks for each thing by its name, and for none that may be left out', async () => {
    await openStep('2');
    await goOn.click();
    await expectPrompts(prompts);
    await expect.element(field('Email')).not.toHaveAccessibleDescription(saying('Please'));
    expect(callsOf('kyc/save')).toEqual([]);
  });

  it('saves what was picked and typed, with the name in capitals', async () => {
    await openStep('2');
    await field('Name on the card').fill('anna kovaleva');
    await field('Job').selectOptions('engineer');
    await field('What you do').fill('Writes programs for a bank');
    await field('Annual income').selectOptions('to25k');
    await field('Purpose of use').selectOptions('payments');
    await field('Contact').fill('Telegram @anna');
    await field('Phone').fill('+995 555 01-24-67');
    await goOn.click();
    await expect.poll(here).toBe(addressOf('3'));
    const { nickname, job, occupation, income, purpose, contact } = typedOfAnna;
    expect(callsOf('kyc/save')[0]?.items).toEqual({
      nickname,
      job,
      occupation,
      income,
      purpose,
      contact,
      phone: '+995555012467',
    });
  });

  it('says at its field what cannot be a phone number or an address', async () => {
    await openStep('2', { draft: { typed: typedOfAnna, missing: ['signature'] } });
    await field('Phone').fill('5');
    await field('Email').fill('anna');
    await goOn.click();
    await expectPrompts([
      ['Phone', 'Enter the number with its country code'],
      ['Email', 'Enter an email address such as'],
    ]);
    expect(callsOf('kyc/save')).toEqual([]);
  });

  it('takes away what was emptied', async () => {
    await openStep('2', {
      draft: { typed: { ...typedOfAnna, phone: '+995555012467' }, missing: ['signature'] },
    });
    await field('Phone').fill('');
    await goOn.click();
    await expect.poll(() => callsOf('kyc/save').at(-1)?.items).toEqual({ phone: null });
  });
});

describe('the way through the form', () => {
  it('begins at the first step that lacks something', async () => {
    const { names, birthday, nationality } = typedOfAnna;
    await openStep(undefined, {
      draft: { typed: { names, birthday, nationality }, missing: ['nickname', 'job', 'signature'] },
    });
    await expect.poll(here).toBe(addressOf('2'));
    await expect.element(page.getByText('Step 2 of 6 · Work and use')).toBeVisible();
  });

  it('shows again what was given', async () => {
    await openStep('1', { draft: { typed: typedOfAnna, missing: ['signature'] } });
    await expect.element(field('First name')).toHaveValue('Anna');
    await expect.element(field('Date of birth')).toHaveValue('1990-05-17');
    await goOn.click();
    await expect.poll(here).toBe(addressOf('2'));
    // Nothing changed, so nothing was sent.
    expect(callsOf('kyc/save')).toEqual([]);
  });

  it('goes back one step by the browser', async () => {
    await openStep('1', { draft: { typed: typedOfAnna, missing: ['signature'] } });
    await goOn.click();
    await expect.element(title('What you do')).toBeVisible();
    window.history.back();
    await expect.element(title('Who you are')).toBeVisible();
  });

  it('saves what is right and leaves', async () => {
    await openStep('1');
    await field('First name').fill('Anna');
    await field('Last name').fill('Kovaleva');
    await saveAndExit.click();
    await expect.poll(here).toBe(paths.kyc());
    expect(callsOf('kyc/save')[0]?.items).toEqual({ names: typedOfAnna.names });
  });

  it('asks before it is left with words in it, and loses them only by a press that says so', async () => {
    await openStep('1');
    await close.click();
    await expect.poll(here).toBe(paths.kyc());
    go(addressOf('1'));
    await field('First name').fill('Anna');
    await close.click();
    await expect.element(title('Save before you leave?')).toBeVisible();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await expect.poll(here).toBe(paths.kyc());
    expect(callsOf('kyc/save')).toEqual([]);
    go(addressOf('1'));
    await expect.element(field('First name')).toHaveValue('');
  });

  it('keeps what is typed without a network, sends nothing, and says so', async () => {
    await openStep('1', { draft: { typed: { nationality: 'DE' } } });
    online.lost();
    await fillPerson();
    await expect
      .element(goOn)
      .toHaveAccessibleDescription(saying('You are offline. What you typed stays here'));
    await goOn.click({ force: true });
    await saveAndExit.click({ force: true });
    expect(callsOf('kyc/save')).toEqual([]);
    online.answered(Date.now());
    await expect.element(field('First name')).toHaveValue('Anna');
    await goOn.click();
    await expect.poll(here).toBe(addressOf('2'));
  });

  it('leaves nothing of it on the device', async () => {
    const secret = 'Unmistakable';
    await openStep('1', { draft: { typed: { names: { firstName: secret, lastName: secret } } } });
    await field('Last name').fill(`${secret}s`);
    await goOn.click();
    await quiet();
    const stored = JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      await copiesOnDevice(),
    ]);
    expect(stored).not.toContain(secret);
    expect(window.location.href + document.title).not.toContain(secret);
  });

  it.for([['is over', new Refusal('record_closed'), paths.kycReview({ record: sampleAuthNo })]] as const)(
    'leads on where its record %s',
    async ([, answer, path]) => {
      await openStep('1', {
        more: {
          'kyc/draft': answer,
          'kyc/detail': sampleKycRecord({ review: 'review', status: 'notBound' }),
        },
      });
      await expect.poll(here).toBe(path);
    },
  );

  it('is none of a record that is unknown', async () => {
    await openStep('1', { more: { 'kyc/draft': new UnservedAnswer(404, 'not_found') } });
    await expect.element(title('No such record')).toBeVisible();
  });

  it('can be read again where it did not come', async () => {
    await openStep('1', { more: { 'kyc/draft': lost } });
    await expect
      .element(page.getByText('Your form could not be loaded. What you saved is kept.'))
      .toBeVisible();
    answers(kycDraftScript());
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(title('Who you are')).toBeVisible();
  });
});

/** Everything that the database of this device holds. */
async function copiesOnDevice(): Promise<unknown[]> {
  const databases = await indexedDB.databases();
  const all = databases.map(async ({ name = '' }) => await valuesOf(name));
  return (await Promise.all(all)).flat();
}

function valuesOf(name: string): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error ?? new Error('no database'));
    request.onsuccess = () => {
      const database = request.result;
      const stores = [...database.objectStoreNames];
      if (stores.length === 0) return resolve([]);
      const read = stores.map((store) => database.transaction(store).objectStore(store).getAll());
      Promise.all(
        read.map(async (one) => await new Promise((done) => (one.onsuccess = () => done(one.result)))),
      )
        .then((values) => {
          database.close();
          resolve(values);
        })
        .catch(reject);
    };
  });
}
