/** A file of bills: when it can be built, what is said when not, and how it goes on by itself. */
import { Refusal } from '@marigold/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';

import { answers, callsOf, held, lost } from '../../../testing/answers.ts';
import { publish } from '../../../testing/line.ts';
import { exportFile } from '../../../testing/samples.ts';
import { openPage } from '../../../testing/screen.tsx';
import { paths } from '../../lib/route/paths.ts';

const build = page.getByRole('button', { name: 'Create file' });
const running = exportFile({ status: 'building', done: 3, url: null, size: null, expires: null });

describe('the button of a file', () => {
  it.for([
    ['there are no bills', { rows: 0, max: 50_000 }, 'No bills here. Choose another period or other types.'],
    [
      'there are too many',
      { rows: 50_001, max: 50_000 },
      'More than 50,000 bills. Choose a shorter period or fewer types.',
    ],
  ] as const)('is off where %s', async ([, preview, words]) => {
    answers({ 'bill/export/preview': preview });
    await openPage(paths.exportBills({ range: '1m' }));
    await expect.element(build).toBeDisabled();
    await expect.element(build).toHaveAccessibleDescription(words);
  });

  it('is off while another file is built, and on again when the line says that it is ready', async () => {
    answers({ 'bill/export/list': { list: [running] } });
    await openPage(paths.exportBills({ range: '1m' }));
    await expect.element(build).toHaveAccessibleDescription('Wait until the current file is ready.');
    await expect
      .element(page.getByRole('progressbar', { name: 'Creating the file' }))
      .toHaveAttribute('aria-valuenow', '25');
    answers({ 'bill/export/list': { list: [exportFile()] } });
    publish('export', { taskId: running.taskId });
    await expect.element(build).toBeEnabled();
    await expect.element(page.getByRole('link', { name: /^Download/ })).toBeVisible();
  });

  it('is off where the bills could not be counted', async () => {
    answers({ 'bill/export/preview': lost });
    await openPage(paths.exportBills({ range: '1m' }));
    await expect.element(page.getByText('The bills could not be counted.').first()).toBeVisible();
  });

  it('is off while the server is not reached', async () => {
    await openPage(paths.exportBills({ range: '1m' }));
    window.dispatchEvent(new Event('offline'));
    await expect
      .element(build)
      .toHaveAccessibleDescription('You can create files again when you are back online.');
  });

  it('asks once for the whole choice', async () => {
    const late = held('bill/export');
    answers({ 'bill/export': late.promise });
    await openPage(paths.exportBills({ range: '1m', currency: 'USDT', format: 'pdf' }));
    await build.click();
    await expect.element(page.getByRole('button', { name: 'Starting' })).toHaveAttribute('aria-busy', 'true');
    late.resolve(exportFile());
    await expect.element(build).toBeEnabled();
    expect(callsOf('bill/export')).toMatchObject([{ format: 'pdf', currency: 'USDT', timeZone: 'UTC' }]);
  });

  it("says the server's reason beneath the form", async () => {
    answers({ 'bill/export': new Refusal('export_empty') });
    await openPage(paths.exportBills({ range: '1m' }));
    await build.click();
    await expect
      .element(
        page
          .getByRole('alert')
          .or(page.getByText(/no bills/i))
          .first(),
      )
      .toBeVisible();
  });
});

describe('own dates', () => {
  it.for([
    ['2026-11-20', '2026-11-10', 'The last day must not be before the first.'],
    ['2025-01-01', '2026-11-10', 'A file covers at most 12 months.'],
  ] as const)('from %s to %s are wrong: %s', async ([from, to, words]) => {
    await openPage(paths.exportBills({ range: 'own', from, to }));
    await expect.element(page.getByText(words).first()).toBeVisible();
    await expect.element(build).toHaveAccessibleDescription(words);
  });
});

describe('the types of bills', () => {
  const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name, exact: true });

  it('are all of them until one is chosen, and again by one press', async () => {
    await openPage(paths.exportBills({ range: '1m' }));
    await page.getByRole('button', { name: /^Types/ }).click();
    await expect.element(box('All types')).toBeChecked();
    await expect.element(box('All types')).toHaveAttribute('aria-disabled', 'true');
    await box('Transfer').click({ force: true });
    await expect.element(box('All types')).not.toBeChecked();
    await expect.element(box('All types')).not.toHaveAttribute('aria-disabled');
    await box('All types').click({ force: true });
    await expect.element(box('Transfer')).not.toBeChecked();
    await expect.element(box('All types')).toBeChecked();
  });
});
