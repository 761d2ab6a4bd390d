import { uploadFile, type UploadKind } from '@marigold/contract/calls/file';

import type { TestApi, TestPerson } from './api.ts';

type Uploaded = {
  readonly fileId: string;
  readonly url: string;
  readonly refusal?: string;
  readonly field?: string;
};

type BroughtPicture = { readonly bytes: Buffer; readonly kind: UploadKind; readonly name?: string };

/** What an upload of somebody's is answered, without HTTP: its body has been read. */
export async function bringPicture(
  api: Pick<TestApi, 'server' | 'headers'>,
  { token }: Pick<TestPerson, 'token'>,
  picture: BroughtPicture,
) {
  return await bringAs(api, await api.headers(token), picture);
}

/** Of a phone that takes photos for somebody, who is logged in elsewhere. */
export async function bringByPhone(api: Pick<TestApi, 'server'>, key: string, picture: BroughtPicture) {
  return await bringAs(api, { authorization: `Phone ${key}`, cookie: '' }, picture);
}

async function bringAs(
  { server: { gateway, files } }: Pick<TestApi, 'server'>,
  headers: { readonly authorization: string; readonly cookie: string },
  { bytes, kind, name = 'a.png' }: BroughtPicture,
) {
  const incoming = { path: uploadFile.path, languageHeader: undefined, ...headers, address: '::1' };
  const upload = { name, kind, bytes };
  const answer = await gateway.beside(uploadFile, incoming, async (call) => await files.upload(upload, call));
  const { code, msg, data } = answer.body.data;
  return { code, msg, data: data as unknown as Uploaded };
}
