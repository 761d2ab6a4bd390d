import { uploadFile, type UploadKind } from '@marigold/contract/calls/file';

import type { TestApi, TestPerson } from './api.ts';

type Uploaded = {
  readonly fileId: string;
  readonly url: string;
  readonly refusal?: string;
  readonly field?: string;
};

/** What an upload of somebody's is answered, without HTTP: its body has been read. */
export async function bringPicture(
  api: Pick<TestApi, 'server' | 'headers'>,
  { token }: Pick<TestPerson, 'token'>,
  {
    bytes,
    kind,
    name = 'a.png',
  }: { readonly bytes: Buffer; readonly kind: UploadKind; readonly name?: string },
) {
  const { gateway, files } = api.server;
  const incoming = {
    path: uploadFile.path,
    languageHeader: undefined,
    ...(await api.headers(token)),
    address: '::1',
  };
  const upload = { name, kind, bytes };
  const answer = await gateway.beside(uploadFile, incoming, async (call) => await files.upload(upload, call));
  const { code, msg, data } = answer.body.data;
  return { code, msg, data: data as unknown as Uploaded };
}
