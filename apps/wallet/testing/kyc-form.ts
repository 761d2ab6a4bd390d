/** The form of a verification by the house, opened at a step, with a house that seals what it is given. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';

import { answers, type Script } from './answers.ts';
import { documentShot, fileOfShot } from './documents.ts';
import {
  kycDraftScript,
  kycHouse,
  kycProvider,
  quietKyc,
  sampleKycConfig,
  sampleKycDraft,
  sampleKycRecord,
  typedOfAnna,
} from './sample-kyc.ts';
import { idOf, morning } from './samples.ts';
import { openPage, type ScreenSetup } from './screen.tsx';

type Draft = ReturnType<typeof sampleKycDraft>;
type FormSetup = { readonly more?: Script; readonly setup?: ScreenSetup };

/** A picture that was brought. */
export const broughtImage = { fileId: idOf(1101), url: '/files/1.jpg', size: 2048, type: 'image/jpeg' };

export function givenPicture(item: Draft['pictures'][number]['item']): Draft['pictures'][number] {
  return { item, size: 4_300_000, time: morning };
}

/** Everything was given. */
export const wholeKycDraft: Partial<Draft> = {
  typed: typedOfAnna,
  missing: [],
  pictures: [givenPicture('idFront'), givenPicture('signature')],
};

/** Opens a step of the form where so much was given before; what is sent in is looked at by a person. */
export async function openKycForm(
  address: string,
  draft: Partial<Draft>,
  { more = {}, setup }: FormSetup,
): Promise<void> {
  answers({
    ...quietKyc,
    ...kycDraftScript(sampleKycDraft(draft)),
    'kyc/detail': sampleKycRecord({ review: 'review', provider: kycHouse.name }),
    'kyc/config': sampleKycConfig({ providers: [kycProvider(), kycHouse] }),
    ...more,
  });
  await openPage(address, setup);
}

/** The first verdict waits for its worker to be built and started. */
const verdictWithinMs = 15_000;

/** Chooses a photo as the browser's own window does, and waits for its verdict. */
export async function choosePhoto(): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
  if (input === null) throw new Error('nothing takes a file');
  const chosen = new DataTransfer();
  chosen.items.add(await fileOfShot(documentShot('good')));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const retake = page.getByRole('button', { name: 'Retake' });
  await expect.element(retake, { timeout: verdictWithinMs }).toBeVisible();
}
