/** What somebody gives to the house itself, by calls: typed, photographed, signed, sent in. */
import type { KycTyped, saveKyc } from '@marigold/contract/calls/kyc/own';
import type { InputOf } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';

import type { TestApi, TestPerson } from './api.ts';
import { ownTyped } from './house.ts';

export type SavedItems = InputOf<typeof saveKyc>['items'];

/** Everything that is typed, of somebody whose passport is good for years. */
export const annaTyped: KycTyped = ownTyped();

export function draftSteps(api: () => TestApi) {
  /** A picture that was made and waits to be used; answers its id. */
  async function bring(
    { id: ownerId }: TestPerson,
    kind: 'identity' | 'signature' | 'avatar',
    bytes: Uint8Array = Buffer.from(`a picture of kind ${kind}`),
  ): Promise<string> {
    const now = api().clock.now();
    const mediaType = kind === 'signature' ? 'image/png' : 'image/jpeg';
    const file = { ownerId, kind, name: 'one', mediaType, now, expires: now + dayMs };
    const content = async function* () {
      yield await Promise.resolve(bytes);
    };
    return (await api().server.files.keep(api().databases.main, file, content())).id;
  }

  async function save({ token }: TestPerson, authNo: string, items: SavedItems) {
    return await api().call('kyc/save', { authNo, items }, { token });
  }

  async function draft({ token }: TestPerson, authNo: string) {
    const answer = await api().call('kyc/draft', { authNo }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }

  /** All that level 2 needs; with a proof of the address, level 3. Everybody has a document of their own. */
  async function giveAll(
    person: TestPerson,
    authNo: string,
    { number = `P${authNo.slice(3)}`, hasProof = false }: { number?: string; hasProof?: boolean } = {},
  ): Promise<void> {
    const [front, signature] = [await bring(person, 'identity'), await bring(person, 'signature')];
    const proof = hasProof ? { addressProof: { fileId: await bring(person, 'identity') } } : {};
    const saved = await save(person, authNo, {
      ...annaTyped,
      idNumber: { idType: 'passport', number },
      idFront: { fileId: front },
      signature: { fileId: signature },
      ...proof,
    });
    if (!saved.ok) throw new Error(saved.msg);
  }

  async function submit({ token }: TestPerson, authNo: string, codes?: { phone?: string; email?: string }) {
    const agreed = { contentId: 'kyc-house', version: 1 };
    return await api().call('kyc/submit', { authNo, agreed, ...(codes && { codes }) }, { token });
  }

  async function resubmit({ token }: TestPerson, authNo: string) {
    return await api().call('kyc/resubmit', { authNo }, { token });
  }

  return { bring, save, draft, giveAll, submit, resubmit };
}
