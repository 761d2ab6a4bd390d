/** Brings a transfer to the sheet that asks for its approval, in any language: fields are found by their own texts. */
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';
import type { Page } from '@playwright/test';

/** From the form with a payee to the open sheet. Nothing is sent. */
export async function openApproval(page: Page, language: LanguageId): Promise<void> {
  const amount = language === 'ru' ? '12,34' : '12.34';
  for (const id of ['transfer.amount', 'transfer.again'] as const) {
    await page.getByRole('textbox', { name: say(language, id), exact: true }).fill(amount);
  }
  await page.getByRole('button', { name: say(language, 'transfer.review') }).click();
  await page.getByRole('dialog', { name: say(language, 'transfer.confirmTitle') }).waitFor();
}
