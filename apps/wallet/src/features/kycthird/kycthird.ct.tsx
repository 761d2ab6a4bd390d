import type { KycRecord } from '@marigold/contract/calls/kyc';
/** The company that checks: its agreement before anything, one start, its page in a window of its own, and coming back. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';

import {
  answers,
  callsOf,
  held,
  lost,
  noAnswer,
  type Script,
  UnservedAnswer,
} from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { saying, valueOf } from '../../../testing/look.ts';
import {
  kycHouse,
  kycProvider,
  quietKyc,
  sampleAuthNo,
  sampleKycConfig,
  sampleKycRecord,
} from '../../../testing/sample-kyc.ts';
import { day, hour, morning } from '../../../testing/samples.ts';
import { openPage, pass } from '../../../testing/screen.tsx';
import { storage, storageKeys } from '../../lib/device/storage.ts';
import { paths } from '../../lib/route/paths.ts';

const start = page.getByRole('button', { name: /^(Start the check|Starting)/ });
const alert = page.getByRole('main').getByRole('alert');
const agree = page.getByRole('checkbox');
const onward = page.getByRole('main').getByRole('link', { name: 'Continue at Verify Demo' });
const title = (words: string | RegExp) => page.getByRole('heading', { name: words });
const here = () => window.location.pathname + window.location.search;

const noPage = { state: 'none', url: null, expires: null, silentSince: null } as const;
const opening = { ...noPage, state: 'opening' } as const;
const open = {
  ...noPage,
  state: 'open',
  url: 'https://verify.example/s/1',
  expires: morning + day,
} as const;

const begun = sampleKycRecord({ provider: 'Verify Demo' });

async function openThird(more: Script = {}): Promise<void> {
  answers({ ...quietKyc, ...more });
  await openPage(paths.kycThird({ record: sampleAuthNo }));
}

/** The person comes back to this tab. */
function comeBack(): void {
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the choice of a company', () => {
  it('waits for the agreement, and starts once with the version that was accepted', async () => {
    const late = held('kyc/third/start');
    await openThird({ 'kyc/third/start': late.promise });
    await expect.element(agree).not.toBeChecked();
    await expect.element(start).toHaveAccessibleDescription('Agree to the company’s agreement first.');
    await start.click({ force: true });
    expect(callsOf('kyc/third/start')).toEqual([]);
    await agree.click();
    await start.click();
    await expect.element(start).toHaveAttribute('aria-busy', 'true');
    await start.click({ force: true });
    answers({ 'kyc/detail': begun, 'kyc/third/link': opening });
    late.resolve({ authNo: sampleAuthNo, review: 'draft' });
    await expect.element(title('Verify Demo is opening its page')).toBeVisible();
    expect(callsOf('kyc/third/start')).toMatchObject([
      { authNo: sampleAuthNo, provider: 'simulated', agreed: { contentId: 'kyc-agreement', version: 1 } },
    ]);
  });

  it('says what each looks at, and offers none that does not answer', async () => {
    const away = kycProvider({ id: 'veritas', name: 'Veritas', isOpen: false });
    const other = kycProvider({ id: 'third', name: 'Third', contentId: 'third-agreement' });
    await openThird({ 'kyc/config': sampleKycConfig({ providers: [kycProvider(), away, other] }) });
    await expect.element(page.getByText('Document · Face · Address').first()).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /^Veritas.*Not available now/ })).toBeDisabled();
    await expect.element(start).toHaveAccessibleDescription('Choose a company first.');
    await page.getByRole('radio', { name: /^Third/ }).click();
    await agree.click();
    await expect.element(start).not.toHaveAttribute('aria-disabled');
    // What was accepted is the agreement of that company alone.
    await page.getByRole('radio', { name: /^Verify Demo/ }).click();
    await expect.element(agree).not.toBeChecked();
  });

  it('may be the house itself, whose form is begun without an agreement', async () => {
    await openThird({ 'kyc/config': sampleKycConfig({ providers: [kycProvider(), kycHouse] }) });
    await expect.element(start).toHaveAccessibleDescription('Choose who checks first.');
    await page
      .getByRole('radio', { name: /^Here in Marigold.*About 10 minutes\. A person checks\./ })
      .click();
    expect(agree.elements()).toEqual([]);
    await page.getByRole('button', { name: 'Fill in the form' }).click();
    await expect.element(title('Who you are')).toBeVisible();
    expect(window.location.pathname).toBe('/pages/kyc/usersignup');
    expect(callsOf('kyc/third/start')).toEqual([]);
  });

  it('leads to the agreement', async () => {
    await openThird();
    await expect
      .element(page.getByRole('link', { name: 'agreement of Verify Demo' }))
      .toHaveAttribute('href', paths.kycCompany({ record: sampleAuthNo, company: 'simulated' }));
  });

  it('asks for an agreement that changed anew, and says so beneath it', async () => {
    await openThird({ 'kyc/third/start': new Refusal('agreement_missing') });
    await agree.click();
    const changed = held('kyc/config');
    answers({ 'kyc/config': changed.promise });
    await start.click();
    await expect.poll(() => callsOf('kyc/config').length).toBe(2);
    // Nobody is asked to agree once more before what they agree to is on screen.
    expect(alert.elements()).toEqual([]);
    await expect.element(agree).toBeChecked();
    changed.resolve(sampleKycConfig({ providers: [kycProvider({ version: 2 })] }));
    await expect
      .element(page.getByRole('group', { name: 'Verify Demo' }))
      .toHaveAccessibleDescription(/^The agreement has changed/);
    await expect.element(agree).not.toBeChecked();
    answers({ 'kyc/third/start': { authNo: sampleAuthNo, review: 'draft' } });
    await agree.click();
    expect(alert.elements()).toEqual([]);
    await start.click();
    await expect.poll(() => callsOf('kyc/third/start').at(-1)?.agreed.version).toBe(2);
  });

  it.for([
    ['provider_unavailable', /^The verification company cannot be used right now\./],
    ['record_closed', /^This check is already over or is being reviewed\./],
  ] as const)('says why it does not begin: %s', async ([code, words]) => {
    await openThird({ 'kyc/third/start': new Refusal(code) });
    await agree.click();
    await start.click();
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('without an answer says that starting again is safe', async () => {
    await openThird({ 'kyc/third/start': noAnswer });
    await agree.click();
    await start.click();
    await expect.element(page.getByText(/^The connection broke before the answer came\./)).toBeVisible();
  });

  it('waits for the network', async () => {
    await openThird();
    await agree.click();
    window.dispatchEvent(new Event('offline'));
    await expect.element(start).toHaveAccessibleDescription('You can start when you are back online.');
  });

  it('names what is asked again, and nothing else', async () => {
    const items = sampleKycRecord().items.map((one) => ({
      ...one,
      state: one.item === 'idFront' ? ('again' as const) : ('accepted' as const),
    }));
    await openThird({ 'kyc/detail': sampleKycRecord({ review: 'again', provider: 'Verify Demo', items }) });
    await expect.element(title('1 item is needed again')).toBeVisible();
    await expect.element(page.getByText('Front of the document', { exact: true })).toBeVisible();
  });

  it('begins anew where the page of the company has closed', async () => {
    await openThird({ 'kyc/detail': begun });
    await expect.element(title('The company’s page has closed')).toBeVisible();
    await expect.element(page.getByText(/What you gave and paid is kept/)).toBeVisible();
    await expect.element(page.getByRole('radio', { name: /^Verify Demo/ })).toBeChecked();
  });

  it('is none where nobody can check', async () => {
    await openThird({ 'kyc/config': sampleKycConfig({ providers: [] }) });
    await expect.element(title('No company is available')).toBeVisible();
  });
});

describe('the page of the company', () => {
  it('is waited for, and asked for seldom once that takes long', async () => {
    await openThird({ 'kyc/third/start': { authNo: sampleAuthNo, review: 'draft' } });
    // However long somebody reads before, the wait begins with the start.
    await pass(300_000);
    answers({ 'kyc/detail': begun, 'kyc/third/link': opening });
    await agree.click();
    await start.click();
    await expect.element(page.getByText('This usually takes a few seconds.')).toBeVisible();
    await pass(2_000);
    await expect.poll(() => callsOf('kyc/third/link').length).toBeGreaterThan(1);
    await pass(120_000);
    await expect.element(page.getByText(/^This takes longer than usual\./)).toBeVisible();
    await pass(2_000);
    const calls = callsOf('kyc/third/link').length;
    await pass(10_000);
    expect(callsOf('kyc/third/link').length).toBe(calls);
  });

  it('says since when the company does not answer, and that nothing is lost', async () => {
    const silentSince = morning - hour;
    await openThird({ 'kyc/detail': begun, 'kyc/third/link': { ...opening, silentSince } });
    await expect.element(page.getByText(/has not answered since 09:00\. That is no refusal/)).toBeVisible();
  });

  it('opens by a press in a window that knows nothing of this one, under its real host', async () => {
    await openThird({ 'kyc/detail': begun, 'kyc/third/link': opening });
    answers({ 'kyc/third/link': open });
    publish('kyc', { authNo: sampleAuthNo });
    await expect.element(title('The page of Verify Demo is ready')).toBeVisible();
    await expect.element(page.getByText('verify.example')).toBeVisible();
    await expect.element(onward).toHaveAttribute('href', open.url);
    await expect.element(onward).toHaveAttribute('target', '_blank');
    await expect.element(onward).toHaveAttribute('rel', 'noopener noreferrer');
    expect(document.querySelector('iframe')).toBeNull();
  });

  it.for(['http://verify.example/s/1', 'https://192.168.0.1/s/1'])(
    'that is not safe is not opened: %s',
    async (url) => {
      await openThird({ 'kyc/detail': begun, 'kyc/third/link': { ...open, url } });
      await expect.element(page.getByText(/cannot be opened safely/)).toBeVisible();
      expect(onward.elements()).toEqual([]);
    },
  );

  it('may be on this machine in a demonstration', async () => {
    const url = 'http://127.0.0.1:8090/s/1';
    await openThird({
      'app/config': [{ key: 'deployment', mode: 'demo' }],
      'kyc/detail': begun,
      'kyc/third/link': { ...open, url },
    });
    await expect.element(onward).toHaveAttribute('href', url);
    await expect.element(page.getByText('127.0.0.1:8090')).toBeVisible();
  });

  it('is opened by the native wrapper where one is around', async () => {
    const posted = vi.fn<(message: string) => void>();
    Object.assign(window, { marigoldWrapper: { postMessage: posted } });
    onTestFinished(() => void Reflect.deleteProperty(window, 'marigoldWrapper'));
    storage.setItem(storageKeys.fromUrl, 'webview');
    await openThird({ 'kyc/detail': begun, 'kyc/third/link': open });
    await onward.click();
    expect(posted.mock.calls).toEqual([[JSON.stringify({ action: 'jump', url: open.url })]]);
  });

  it('left without a result is not done, and goes on', async () => {
    await openThird({ 'kyc/detail': begun, 'kyc/third/link': open });
    const before = callsOf('kyc/detail').length;
    comeBack();
    await expect.element(title('You are not done yet')).toBeVisible();
    await expect.element(onward).toBeVisible();
    expect(callsOf('kyc/detail').length).toBeGreaterThan(before);
  });

  it('left with a result leads to the review', async () => {
    await openThird({ 'kyc/detail': begun, 'kyc/third/link': open });
    answers({ 'kyc/detail': { ...begun, review: 'review' }, 'kyc/third/link': noPage });
    comeBack();
    await expect.poll(here).toBe(paths.kycReview({ record: sampleAuthNo }));
  });
});

describe('a record', () => {
  it.for(['submitted', 'review', 'held', 'approved', 'final'] as const)(
    'that is not for its person to go on with leads to its review: %s',
    async (review: KycRecord['review']) => {
      await openThird({ 'kyc/detail': sampleKycRecord({ review }) });
      await expect.poll(here).toBe(paths.kycReview({ record: sampleAuthNo }));
    },
  );

  it('of nobody here is not found', async () => {
    const nobody = new UnservedAnswer(404, 'not_found');
    await openThird({ 'kyc/detail': nobody, 'kyc/third/link': nobody });
    await expect.element(title('No such record')).toBeVisible();
  });

  it('that did not come says so, and comes with another try', async () => {
    await openThird({ 'kyc/detail': lost });
    await expect
      .element(page.getByText('This could not be loaded. Your money is not affected.'))
      .toBeVisible();
    answers({ 'kyc/detail': sampleKycRecord() });
    await page.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(title('Who checks your identity')).toBeVisible();
  });

  it('is not for a visitor', async () => {
    await openPage(paths.kycThird({ record: sampleAuthNo }), { as: 'visitor' });
    expect(callsOf('kyc/detail')).toEqual([]);
    expect(start.elements()).toEqual([]);
  });
});

describe('what a company does', () => {
  const address = paths.kycCompany({ record: sampleAuthNo, company: 'simulated' });

  it('is said with what it asks for, what it costs and its agreement, and leads back', async () => {
    answers({
      ...quietKyc,
      'app/content': {
        id: 'kyc-agreement',
        kind: 'agreement',
        title: 'Agreement with Verify Demo',
        version: 1,
        time: morning - day,
        language: 'en',
        blocks: [
          { kind: 'paragraph', text: [{ text: 'Pictures are compared.', style: 'plain', link: null }] },
        ],
      },
    });
    await openPage(address);
    await expect.element(title('Agreement with Verify Demo')).toBeVisible();
    await expect.element(page.getByText('Pictures are compared.')).toBeVisible();
    expect(valueOf('Fee')).toBe('10.00 USDT / 10.00 USDC / 10.00 USD');
    await expect.element(page.getByText('Live face check')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Go back' }))
      .toHaveAttribute('href', paths.kycThird({ record: sampleAuthNo }));
  });

  it('is not known of a company that is none', async () => {
    answers({ ...quietKyc, 'kyc/third/desc': new UnservedAnswer(404, 'not_found') });
    await openPage(address);
    await expect.element(title('No such company')).toBeVisible();
  });

  it('stays readable where the agreement does not come', async () => {
    answers({ ...quietKyc, 'app/content': lost });
    await openPage(address);
    await expect.element(page.getByText(saying('The agreement could not be loaded.'))).toBeVisible();
    await expect.element(page.getByText('Live face check')).toBeVisible();
  });
});
