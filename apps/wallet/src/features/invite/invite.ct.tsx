/** The invitation: its code and link as they are given away, what is said when that fails, and who came by it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, lost, noAnswer } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { day, hour, morning } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const link = `${window.location.origin}/?invitecode=ABC234`;
const shareButton = page.getByRole('button', { name: 'Share link' });
const saveButton = page.getByRole('button', { name: 'Save picture' });

/** What went to the clipboard, which takes everything until a test says otherwise. */
const copy = vi.fn<(text: string) => Promise<void>>();
/** What the device's own choice of people was handed. */
const handOver = vi.fn<(given: object) => Promise<void>>();

function giveShare(share: typeof handOver | undefined): void {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}

beforeEach(() => {
  copy.mockReset().mockResolvedValue(undefined);
  handOver.mockReset().mockResolvedValue(undefined);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(copy);
  giveShare(handOver);
});

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

describe('the invitation', () => {
  it('shows the code of this person, its link and its picture', async () => {
    await openPage(paths.invite(), { as: { inviteCode: 'XYZ789' } });
    const card = page.getByRole('region', { name: 'Invite a friend' });
    await expect.element(card.getByText('XYZ789', { exact: true })).toBeVisible();
    await expect
      .element(card.getByText(`${window.location.host}/?invitecode=XYZ789`, { exact: true }))
      .toBeVisible();
    await expect.element(card.getByRole('img', { name: 'QR code of your invitation link' })).toBeVisible();
  });

  it.for([
    ['Invitation code', 'ABC234'],
    ['Invitation link', link],
  ] as const)('has its %s copied by the button beside it', async ([what, copied]) => {
    await openPage(paths.invite());
    await page.getByRole('button', { name: `Copy: ${what}` }).click();
    await expect.element(page.getByText('Content copied')).toBeVisible();
    expect(copy.mock.calls).toEqual([[copied]]);
  });

  it('says that it was not copied where the browser refuses', async () => {
    copy.mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
    await openPage(paths.invite());
    await page.getByRole('button', { name: 'Copy: Invitation code' }).click();
    await expect.element(page.getByText('Copy failed, please copy manually')).toBeVisible();
  });
});

describe('sharing the link', () => {
  it("hands it to the device's own choice of people, and says nothing more", async () => {
    await openPage(paths.invite());
    await shareButton.click();
    await expect.poll(() => handOver.mock.calls).toEqual([[{ title: 'Join me on Marigold', url: link }]]);
    expect(copy).not.toHaveBeenCalled();
  });

  it('asks once, however often it is pressed meanwhile', async () => {
    const late = Promise.withResolvers<void>();
    handOver.mockReturnValue(late.promise);
    await openPage(paths.invite());
    const button = shareButton.element() as HTMLElement;
    button.click();
    await expect.element(button).toHaveAttribute('aria-busy', 'true');
    button.click();
    late.resolve();
    await expect.element(button).not.toHaveAttribute('aria-busy');
    expect(handOver).toHaveBeenCalledTimes(1);
  });

  it('is silent about a change of mind', async () => {
    handOver.mockRejectedValue(new DOMException('left', 'AbortError'));
    await openPage(paths.invite());
    await shareButton.click();
    await expect.poll(() => handOver.mock.calls.length).toBe(1);
    await expect.element(shareButton).not.toHaveAttribute('aria-busy');
    expect(copy).not.toHaveBeenCalled();
    expect(page.getByText(/copied|Copy failed/).elements()).toEqual([]);
  });

  it.for([
    ['offers no choice of people', () => giveShare(undefined)],
    ['fails to', () => handOver.mockRejectedValue(new DOMException('no', 'NotAllowedError'))],
  ] as const)('copies it where the device %s', async ([, arrange]) => {
    arrange();
    await openPage(paths.invite());
    await shareButton.click();
    await expect.element(page.getByText('Content copied')).toBeVisible();
    expect(copy.mock.calls).toEqual([[link]]);
  });
});

describe('the picture', () => {
  it('is saved under the name of its code, and says so', async () => {
    // A browser without a window packs a picture when it finds the time, which may be seconds later.
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['picture'])));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    await openPage(paths.invite());
    await saveButton.click();
    await expect.element(page.getByText('Picture saved')).toBeVisible();
    expect(saved).toEqual(['marigold-ABC234.png']);
  });

  it('that the browser does not draw is said', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await openPage(paths.invite());
    await saveButton.click();
    await expect
      .element(page.getByText('H5 cannot take a screenshot. Use the mobile app or another browser.'))
      .toBeVisible();
  });
});

describe('the friends who joined', () => {
  const friends = page.getByRole('region', { name: 'Friends who joined' });
  const rows = friends.getByRole('listitem');
  const bob = { masked: 'B***b', time: morning - hour };
  const carol = { masked: 'C***l', time: morning - 3 * day };

  it('stand with the day on which they came, and are counted', async () => {
    answers({
      'invite/info': { code: 'ABC234', count: 2 },
      'invite/list': { list: [bob, carol], next: null },
    });
    await openPage(paths.invite());
    await expect.element(friends.getByText('2 friends')).toBeVisible();
    await expect.element(rows.nth(0)).toMatchTextContent(/^B\*\*\*bToday$/i);
    await expect.element(rows.nth(1)).toMatchTextContent(/^C\*\*\*l2026-11-20$/);
  });

  it('are more as soon as the line tells of one', async () => {
    await openPage(paths.invite());
    await expect.element(friends.getByText('No friends here yet')).toBeVisible();
    answers({
      'invite/info': { code: 'ABC234', count: 1 },
      'invite/list': { list: [bob], next: null },
    });
    publish('message');
    await expect.element(friends.getByText('1 friend', { exact: true })).toBeVisible();
    await expect.element(rows).toMatchTextContent(/^B\*\*\*b/);
  });

  it('who did not come take nothing from the invitation, and come with another try', async () => {
    answers({ 'invite/list': noAnswer });
    await openPage(paths.invite());
    await expect
      .element(friends.getByText('The list of friends did not load. Your invitation still works.'))
      .toBeVisible();
    await expect.element(page.getByText('ABC234', { exact: true })).toBeVisible();
    answers({ 'invite/list': { list: [bob], next: null } });
    await friends.getByRole('button', { name: 'tap to retry' }).click();
    await expect.element(rows).toMatchTextContent(/^B\*\*\*b/);
  });

  it('stay on screen where the older ones did not come, until they do', async () => {
    answers({
      'invite/list': ({ cursor }) => (cursor === undefined ? { list: [bob], next: 'older' } : lost),
    });
    await openPage(paths.invite());
    const again = friends.getByRole('button', { name: 'tap to retry' });
    await expect.element(again).toBeVisible();
    await expect.element(rows).toMatchTextContent(/^B\*\*\*b/);
    answers({ 'invite/list': { list: [carol], next: null } });
    await again.click();
    await expect.element(rows.nth(1)).toMatchTextContent(/^C\*\*\*l/);
    await expect.element(friends.getByText('No more records')).toBeVisible();
    expect(callsOf('invite/list').at(-1)).toMatchObject({ cursor: 'older' });
  });
});
