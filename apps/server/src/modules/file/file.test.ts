import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import { dayMs, hourMs } from '@marigold/money/spans';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { TestPerson, TestApi } from '../../../testing/api.ts';
import { startTestApi } from '../../../testing/api.ts';
import { pour } from '../../../testing/raw-upload.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createFileLinks } from './link.ts';
import { broughtSideMax, megapixelsMax, pictureMakings } from './picture.ts';
import { registerFiles } from './routes.ts';

let api: TestApi;
let app: FastifyInstance;
let base: string;
let anna: TestPerson;
beforeAll(async () => {
  api = await startTestApi();
  const { gateway, files } = api.server;
  const addressOf = () => '127.0.0.1';
  app = await createHttp({ gateway, health: async () => ({ live: true, ready: true, parts: {} }) });
  await registerFiles(app, {
    files,
    gateway,
    db: api.databases.main,
    clock: () => api.clock.now(),
    addressOf,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  anna = await api.person('annafiles');
});
afterAll(async () => {
  await app.close();
  await api.close();
});

type Reply = {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: {
    readonly fileId: string;
    readonly url: string;
    readonly size: number;
    readonly type: string;
    readonly refusal?: string;
    readonly field?: string;
    readonly facts?: Record<string, unknown>;
  };
};

async function post(body: FormData | string | Buffer, headers: Record<string, string> = {}): Promise<Reply> {
  const answer = await fetch(`${base}/api/file/upload`, {
    method: 'POST',
    body,
    headers: { ...(await api.headers(anna.token)), ...headers },
  });
  const { data } = (await answer.json()) as { data: { code: number; msg: string; data: Reply['data'] } };
  return { status: answer.status, ...data };
}

function form(content: Buffer, name = 'me.png'): FormData {
  const made = new FormData();
  made.set('file', new Blob([Uint8Array.from(content)]), name);
  made.set('name', name);
  return made;
}

const upload = async (content: Buffer, name?: string) => await post(form(content, name));

async function picture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' = 'png',
): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#ffb21a' } as const;
  return await sharp({ create }).toFormat(format).toBuffer();
}

async function bytesOf(url: string): Promise<Buffer> {
  const answer = await fetch(base + url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is taken as %s and kept small', async (format) => {
    const answer = await upload(await picture(1200, 800, format));
    expect([answer.status, answer.code]).toEqual([200, 200]);
    const stored = await bytesOf(answer.data.url);
    expect(stored).toHaveLength(answer.data.size);
    expect(await sharp(stored).metadata()).toMatchObject({
      format: 'webp',
      width: pictureMakings.avatar.widthMax,
      height: Math.round((pictureMakings.avatar.widthMax * 800) / 1200),
    });
  });

  it('is kept large enough to be read where it is evidence, and is no face then', async () => {
    const brought = form(await picture(3000, 1500, 'jpeg'), 'contract.jpg');
    brought.set('kind', 'evidence');
    const answer = await post(brought);
    expect(answer.status).toBe(200);
    expect(await sharp(await bytesOf(answer.data.url)).metadata()).toMatchObject({
      width: pictureMakings.evidence.widthMax,
      height: pictureMakings.evidence.widthMax / 2,
    });
    const face = await api.call(
      'user/profile/set',
      { nickname: 'Anna', avatarFileId: answer.data.fileId },
      { token: anna.token },
    );
    expect(face.ok).toBe(false);
    brought.set('kind', 'export');
    expect(await post(brought)).toMatchObject({ status: 400, data: { field: 'kind' } });
  });

  it('keeps nothing of where and with what it was taken, and stands upright', async () => {
    const red = { create: { width: 100, height: 50, channels: 3, background: '#f00' } } as const;
    const taken = await sharp(red)
      .withExif({
        IFD0: { Make: 'Secret Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const answer = await upload(taken);
    const stored = await bytesOf(answer.data.url);
    const { exif, icc, xmp, iptc, orientation, width, height } = await sharp(stored).metadata();
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
    expect([width, height]).toEqual([50, 100]);
    expect(stored.includes('Secret')).toBe(false);
  });

  it('keeps nothing that lay hidden behind it', async () => {
    const hidden = Buffer.from('<script>alert(1)</script>PK\u0003\u0004 a second file');
    const answer = await upload(Buffer.concat([await picture(64, 64, 'jpeg'), hidden]));
    expect(answer.code).toBe(200);
    expect((await bytesOf(answer.data.url)).includes('script')).toBe(false);
  });

  it('is refused with its reason when it is something else', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const gif = await sharp(await picture(10, 10))
      .gif()
      .toBuffer();
    const tiff = await sharp(await picture(10, 10))
      .tiff()
      .toBuffer();
    const zip = Buffer.from('PK\u0003\u0004 not a picture at all');
    const page = Buffer.concat([Buffer.from('<!doctype html>'), await picture(10, 10)]);
    const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), await picture(10, 10, 'jpeg')]);
    for (const content of [
      Buffer.from(svg),
      gif,
      tiff,
      zip,
      page,
      pdf,
      randomBytes(5000),
      Buffer.from('x'),
    ]) {
      const answer = await upload(content, 'me.png');
      expect([answer.status, answer.code, answer.data.refusal]).toEqual([200, 422, 'image_wrong_type']);
      expect(answer.msg).toMatch(/JPG/);
    }
  });

  it('is refused when it breaks off or holds nothing that decodes', async () => {
    const whole = await picture(400, 400, 'png');
    const noisy = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    const headOnly = Buffer.concat([whole.subarray(0, 60), randomBytes(400)]);
    for (const content of [whole.subarray(0, whole.length - 40), noisy.subarray(0, 9000), headOnly]) {
      const answer = await upload(content);
      expect([answer.code, answer.data.refusal]).toEqual([422, 'image_broken']);
    }
  });

  it('is refused before it is decoded when it would be enormous', async () => {
    const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    const startedAt = performance.now();
    const answer = await upload(bomb);
    expect([answer.code, answer.data.refusal, answer.data.facts]).toEqual([
      422,
      'image_too_large',
      { max: megapixelsMax, side: broughtSideMax },
    ]);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  it('that lies about its size in the header is not believed', async () => {
    const lying = Buffer.from(await picture(300, 300, 'png'));
    lying.writeUInt32BE(20_000, 16);
    lying.writeUInt32BE(20_000, 20);
    expect((await upload(lying)).data.refusal).toMatch(/^image_(too_large|broken)$/);
  });
});

describe('the upload', () => {
  it('is for who is logged in', async () => {
    const answer = await fetch(`${base}/api/file/upload`, {
      method: 'POST',
      body: form(await picture(9, 9)),
    });
    expect(answer.status).toBe(401);
    expect((await post(form(await picture(9, 9)), { authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  it('takes 20 MB and not one byte more', async () => {
    const small = await picture(64, 64, 'jpeg');
    const filled = (bytes: number) => Buffer.concat([small, Buffer.alloc(bytes - small.length, 32)]);
    expect((await upload(filled(20_000_000))).status).toBe(200);
    const answer = await upload(filled(20_000_001));
    expect([answer.status, answer.code, answer.data.refusal]).toEqual([413, 413, 'too_large']);
  });

  it('answers 413 while more is still coming, and reads no further', async () => {
    const memory = process.memoryUsage().arrayBuffers;
    const { answer, sent } = await pour(base, await api.headers(anna.token), 200_000_000);
    expect(answer).toContain('413');
    expect(sent).toBeLessThan(100_000_000);
    expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(80_000_000);
  });

  it('wants a multipart body with the file and its name, and nothing else', async () => {
    const json = await post('{}', { 'content-type': 'application/json' });
    expect([json.status, json.data.refusal]).toEqual([415, 'unsupported_type']);
    expect((await post('x', { 'content-type': 'image/png' })).status).toBe(415);
    const png = await picture(9, 9);
    const without = (field: string) => {
      const made = form(png);
      made.delete(field);
      return made;
    };
    const extra = form(png);
    extra.append('file', new Blob(['again']), 'b.png');
    const odd = form(png);
    odd.set('kind', 'x');
    const long = form(png);
    long.set('name', 'x'.repeat(300));
    const broken = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
    const answers = [
      await post(without('file')),
      await post(without('name')),
      await post(extra),
      await post(odd),
      await post(long),
      await post(broken, { 'content-type': 'multipart/form-data; boundary=x' }),
      await post('', { 'content-type': 'multipart/form-data; boundary=x' }),
      await post('x', { 'content-type': 'multipart/form-data' }),
    ];
    expect(answers.map(({ status, data }) => [status, data.refusal])).toEqual(
      answers.map(() => [400, 'malformed']),
    );
    expect(answers.slice(0, 2).map(({ data }) => data.field)).toEqual(['file', 'name']);
  });

  it('is refused by other methods and speaks the language of the caller', async () => {
    expect((await fetch(`${base}/api/file/upload`)).status).toBe(405);
    const answer = await post(form(Buffer.from('x')), { language: 'ru_RU' });
    expect(answer.msg).toMatch(/[а-я]/);
  });

  it('is counted: the thirty-first of an hour waits', async () => {
    const counted = await startTestApi({ limits: 'on' });
    const person = await counted.person();
    const { gateway } = counted.server;
    const { uploadFile } = await import('@marigold/contract/calls/file');
    const incoming = {
      path: '',
      languageHeader: undefined,
      ...(await counted.headers(person.token)),
      address: '::1',
    };
    const result = { fileId: person.id, url: '/', size: 1, type: 'image/webp' };
    const once = async () => await gateway.beside(uploadFile, incoming, async () => result);
    for (let count = 0; count < 30; count += 1) expect((await once()).status).toBe(200);
    const last = await once();
    expect(last.status).toBe(429);
    expect(last.retryAfterSeconds).toBeGreaterThan(60);
    await counted.close();
  });
});

describe('a file link', () => {
  it('shows a picture in the page, cached for its owner alone, and nothing it may run', async () => {
    const { data } = await upload(await picture(30, 30), "a'b (é).png");
    const answer = await fetch(base + data.url);
    const header = (name: string) => answer.headers.get(name);
    expect(header('content-type')).toBe('image/webp');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-disposition')).toBe("inline; filename*=UTF-8''a%27b%20%28%C3%A9%29.png");
    expect(header('cache-control')).toMatch(/^private, max-age=\d+/);
    expect(header('content-security-policy')).toContain('sandbox');
    const again = await fetch(base + data.url, { headers: { 'if-none-match': header('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('saves what is no picture of ours, whatever the link says, and leaves it in no cache', async () => {
    const { files } = api.server;
    const content = (async function* () {
      yield Buffer.from('<script>alert(1)</script>');
    })();
    const now = api.clock.now();
    const file = { ownerId: anna.id, kind: 'export', name: 'bills.csv', mediaType: 'text/csv', now } as const;
    const { id } = await files.keep(api.databases.main, { ...file, expires: now + 60_000 }, content);
    const answer = await fetch(base + files.signFileLink(id, { expires: now + 60_000 }));
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      "attachment; filename*=UTF-8''bills.csv",
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const links = createFileLinks('a secret key for tests, 32 bytes or more');
    const forced = await fetch(base + links.sign(id, { expires: now + 60_000, shows: true }));
    expect(forced.headers.get('content-disposition')).toContain('attachment');
    expect(forced.headers.get('cache-control')).toBe('no-store');
  });

  it('is the same 404 when it is changed, expired, foreign or of nothing', async () => {
    const { data } = await upload(await picture(30, 30));
    const token = data.url.slice('/files/'.length);
    const flip = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
    const foreign = createFileLinks('another secret key, 32 bytes or more');
    const expires = api.clock.now() + 60_000;
    const links = [
      ...[0, 10, 22, 28, 30, 40, 70].map((at) => `/files/${flip(at)}`),
      foreign.sign(data.fileId, { expires, shows: true }),
      api.server.files.signFileLink('018f3c1e-0000-7000-8000-00000000ffff', { expires }),
      api.server.files.signFileLink(data.fileId, { expires: api.clock.now() - 1000 }),
      '/files/x',
      `/files/${token}x`,
    ];
    const answers = await Promise.all(
      links.map(async (link) => {
        const answer = await fetch(base + link);
        return [answer.status, await answer.text()];
      }),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
  });

  it('ends with the file: what nobody used is gone after a day, bytes and all', async () => {
    const { data } = await upload(await picture(30, 30));
    const run = async () => await api.server.jobs['files']?.({});
    await run();
    expect((await fetch(base + data.url)).status).toBe(200);
    api.clock.move(dayMs + 1000);
    expect((await fetch(base + data.url)).status).toBe(404);
    await run();
    const rows = await sql`select 1 from app.file where id = ${data.fileId}`.execute(api.databases.main);
    expect(rows.rows).toEqual([]);
    await run();
  });
});

describe('bytes whose row was rolled back', () => {
  it('are removed by the sweep after an hour', async () => {
    const { db, files } = { db: api.databases.main, files: api.server.files };
    const content = (async function* () {
      yield Buffer.from('nobody knows of me');
    })();
    const now = api.clock.now();
    const file = { ownerId: anna.id, kind: 'export', name: 'a.csv', mediaType: 'text/csv', now } as const;
    let fileId = '';
    const failed = db.transaction().execute(async (tx) => {
      fileId = (await files.keep(tx, { ...file, expires: null }, content)).id;
      throw new Error('the call went wrong');
    });
    await expect(failed).rejects.toThrow('the call went wrong');
    const areThere = async () => {
      await sql`
        insert into app.file (id, owner_id, kind, name, media_type, size, sha256, created_at)
        values (${fileId}, ${anna.id}, 'export', 'a.csv', 'text/csv', 18, ${randomBytes(32)}, now())`.execute(
        db,
      );
      const answer = await fetch(base + files.signFileLink(fileId, { expires: api.clock.now() + 60_000 }));
      await sql`delete from app.file where id = ${fileId}`.execute(db);
      return answer.status === 200;
    };
    expect(await areThere()).toBe(true);
    api.clock.move(2 * hourMs);
    await api.server.jobs['files']?.({});
    expect(await areThere()).toBe(false);
  });
});
