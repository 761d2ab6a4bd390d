import type { UploadKind } from '@marigold/contract/calls/file';
import { uploadKind } from '@marigold/contract/calls/file';
/** Reads a multipart body while it arrives: one file, its name and what it is for, counted as they come; never more than its size in memory. */
import { line } from '@marigold/contract/fields';
import { uploadBytesMax } from '@marigold/contract/limits';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';

import { malformed, TransportError } from '../../platform/http/transport-error.ts';

export type Upload = { readonly name: string; readonly kind: UploadKind; readonly bytes: Buffer };

/** What uploads that run at the same time may hold together; whoever would bring more is told to come again. */
export const bytesAtOnceMax = 5 * uploadBytesMax;
/** Boundaries and headers around the file. */
const aroundBytesMax = 16 * 1024;
const nameBytesMax = 800;
const fileName = line(200).min(1);

const limits = {
  // One more than is taken: that one is what is refused, by our own count.
  fileSize: uploadBytesMax + 1,
  files: 1,
  fields: 2,
  parts: 3,
  fieldNameSize: 50,
  fieldSize: nameBytesMax,
  headerPairs: 20,
};

let bytesHeld = 0;
/** Who brings something now, by user id: one thing each, or a few slow bodies of one person would hold all there is. */
const bringing = new Set<string>();

/**
 * The upload of a request. Throws 400, 413, 415, and 503 when too much is on its way or this person brings something
 * already. `free` it when it has served.
 */
export async function readUpload(
  request: FastifyRequest,
  userId: string,
): Promise<Upload & { free(): void }> {
  if (!request.isMultipart()) throw new TransportError(415, 'unsupported_type');
  if (Number(request.headers['content-length'] ?? 0) > uploadBytesMax + aroundBytesMax) throw tooLarge();
  // Whoever has hung up already sends no end: waiting for it would never free the person.
  if (request.raw.destroyed) throw malformed('body');
  if (bringing.has(userId)) throw busy();
  bringing.add(userId);
  let held = 0;
  const hold = (bytes: number) => {
    if (bytesHeld + bytes > bytesAtOnceMax) throw busy();
    bytesHeld += bytes;
    held += bytes;
  };
  const free = () => {
    bytesHeld -= held;
    held = 0;
    bringing.delete(userId);
  };
  try {
    return { ...(await readParts(request, hold)), free };
  } catch (error) {
    free();
    throw explained(error);
  }
}

async function readParts(request: FastifyRequest, hold: (bytes: number) => void): Promise<Upload> {
  let name: string | undefined;
  let kind: UploadKind = 'avatar';
  let bytes: Buffer | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw malformed(part.fieldname);
      bytes = await readFile(part.file, hold);
    } else {
      if (part.fieldname === 'name') name = read(part, fileName);
      else if (part.fieldname === 'kind') kind = read(part, uploadKind);
      else throw malformed(part.fieldname);
    }
  }
  if (bytes === undefined || bytes.length === 0) throw malformed('file');
  if (name === undefined) throw malformed('name');
  return { name, kind, bytes };
}

type Field = { readonly fieldname: string; readonly value: unknown; readonly valueTruncated: boolean };

function read<Value>(field: Field, type: ZodType<Value>): Value {
  const parsed = type.safeParse(field.valueTruncated ? '' : field.value);
  if (!parsed.success) throw malformed(field.fieldname);
  return parsed.data;
}

async function readFile(file: AsyncIterable<Buffer>, hold: (bytes: number) => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    if (size > uploadBytesMax) throw tooLarge();
    hold(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function busy(): TransportError {
  return new TransportError(503, 'unavailable', { seconds: 5 });
}

function tooLarge(): TransportError {
  return new TransportError(413, 'too_large');
}

/** The parser's own errors as answers: too large is 413, everything else about the body is malformed. */
function explained(error: unknown): unknown {
  if (error instanceof TransportError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  if (code === 'FST_FILES_LIMIT') return malformed('file');
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return malformed('body');
  const isParser =
    code.startsWith('FST_') ||
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    /multipart|boundary|part|form|header/i.test(error.message);
  return isParser ? malformed('body') : error;
}
