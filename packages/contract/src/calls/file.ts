import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import type { RefusalOf } from '../endpoint.ts';
import { id } from '../fields.ts';
import { uploadMegabytes } from '../limits.ts';

/** What a picture is for: a face, a document that a case of risk asked for, one that proves who somebody is, or their signature. */
export const uploadKind = z.enum(['avatar', 'evidence', 'identity', 'signature']);
export type UploadKind = z.output<typeof uploadKind>;

/**
 * The one call whose body is no envelope (spec 7): multipart with the file in the field `file`, its name in the field
 * `name` and, where it is no face, what it is for in the field `kind`. The caller, the limits and the shape of the answer
 * are those of every other call; a phone that takes photos for somebody (`kyc/phone/open`) shows `Phone` and its key in
 * place of a bearer, and brings pictures of the kind `identity` alone.
 */
export const uploadFile = endpoint({
  path: 'file/upload',
  does: `Takes a picture (JPG, PNG, WebP; ${uploadMegabytes} MB), makes it anew and keeps it for a day until something uses it.`,
  access: 'user',
  idempotent: false,
  input: z.strictObject({}),
  output: z.strictObject({
    fileId: id,
    /** Address on this origin, good as long as the file waits to be used. */
    url: z.string(),
    /** Bytes of what was made. */
    size: z.int(),
    type: z.string(),
  }),
  refusals: ['image_wrong_type', 'image_too_large', 'image_broken', 'files_too_many'],
  limits: [{ per: 'user', count: 30, seconds: 3600 }],
});
export type UploadRefusal = RefusalOf<typeof uploadFile>;
