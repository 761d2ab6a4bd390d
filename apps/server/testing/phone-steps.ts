/** A phone that takes the photos of a record, by calls: its link is made by somebody, opened, used and left. */
import type { phonePictureItems } from '@marigold/partners/kyc-states';

import { newToken } from '../src/platform/process/ids.ts';
import type { TestApi, TestPerson } from './api.ts';

export type BroughtItem = (typeof phonePictureItems)[number];

/** The two secrets of a phone. */
export type TestPhone = { readonly link: string; readonly key: string };

export function phoneSteps(api: () => Pick<TestApi, 'call'>) {
  async function handOff({ token }: Pick<TestPerson, 'token'>, authNo: string) {
    return await api().call('kyc/phone/handoff', { authNo }, { token });
  }

  /** The secret of a new link, and until when it opens. */
  async function linked(
    person: Pick<TestPerson, 'token'>,
    authNo: string,
  ): Promise<{ readonly link: string; readonly expires: number }> {
    const answer = await handOff(person, authNo);
    if (!answer.ok) throw new Error(answer.msg);
    const { url, expires } = answer.data;
    return { link: new URL(url).hash.slice(1), expires };
  }

  async function open({ link, key }: TestPhone) {
    return await api().call('kyc/phone/open', { link, key });
  }

  /** A phone that has opened a link of its own. */
  async function opened(person: Pick<TestPerson, 'token'>, authNo: string): Promise<TestPhone> {
    const { link } = await linked(person, authNo);
    const phone = { link, key: newToken() };
    const answer = await open(phone);
    if (!answer.ok) throw new Error(answer.msg);
    return phone;
  }

  async function savePhoto(
    { key }: Pick<TestPhone, 'key'>,
    item: BroughtItem,
    fileId: string,
    requestId?: string,
  ) {
    const input = { key, item, fileId };
    return await api().call('kyc/phone/save', input, requestId === undefined ? {} : { requestId });
  }

  async function leave({ key }: Pick<TestPhone, 'key'>) {
    return await api().call('kyc/phone/leave', { key });
  }

  return { handOff, linked, open, opened, savePhoto, leave };
}
