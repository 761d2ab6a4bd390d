/** What tests of exports do again and again: bills to export, a task built, the file behind a link. */
import { randomUUID } from 'node:crypto';

import type { Contract } from '@marigold/contract/contract';
import type { WireInput, WireOutput } from '@marigold/contract/endpoint';
import { dayMs } from '@marigold/money/spans';
import { parseString } from 'fast-csv';
import { sql } from 'kysely';

import type { TestPerson, TestApi } from './api.ts';

export type ExportAnswer = WireOutput<Contract['bill/export']>;
type Mailed = Omit<WireInput<Contract['bill/export/email']>, 'requestId' | 'from' | 'to' | 'format'>;

/** More rows in one statement might meet the time that a statement has. */
const filledAtOnce = 5000;

/** Gives a person bills without the ledger's part, as many as wanted, one a second. */
async function fill(api: TestApi, { id }: TestPerson, count: number): Promise<void> {
  for (let left = count; left > 0; left -= filledAtOnce) {
    await sql`
      insert into app.bill (id, user_id, type, status, direction, asset, units, order_number, pay_type, created_at)
      select gen_random_uuid(), ${id}, 'TRANSFER', 'success', 'out', 'USDT', n, ${randomUUID()} || n, 'internal',
        ${new Date(api.clock.now())}::timestamptz - make_interval(secs => n)
      from generate_series(1, ${Math.min(left, filledAtOnce)}::int) n`.execute(api.databases.main);
  }
}

/** The file behind a signed link; undefined where there is none. */
async function contentOf(api: TestApi, url: string | null): Promise<string | undefined> {
  const token = url?.split('/files/')[1] ?? '';
  const file = await api.server.files.find(api.databases.main, token, api.clock.now());
  if (file === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.content) chunks.push(chunk);
  return String(Buffer.concat(chunks));
}

/** The rows of a CSV file without its head. */
export async function rowsOfFile(csv: string | undefined): Promise<string[][]> {
  return await new Promise((resolve, reject) => {
    const rows: string[][] = [];
    parseString<string[], string[]>((csv ?? '').slice(1))
      .on('error', reject)
      .on('data', (row: string[]) => rows.push(row))
      .on('end', () => resolve(rows.slice(1)));
  });
}

/** `right`, or the refusal. */
export function refusalIn(answer: { ok: boolean; data: unknown }): string {
  return answer.ok ? 'right' : (answer.data as { refusal: string }).refusal;
}

/** The helpers of a test file; its API is there when they are called. */
export function exportsOf(api: () => TestApi) {
  const range = () => ({ from: api().clock.now() - 30 * dayMs, to: api().clock.now() + 1000 });
  const build = async () => await api().server.jobs['export']?.({});

  async function withBills(count = 3): Promise<TestPerson> {
    const person = await api().person(undefined, { payPassword: false });
    await fill(api(), person, count);
    return person;
  }
  async function start({ token }: TestPerson, input: Partial<WireInput<Contract['bill/export']>> = {}) {
    return await api().call('bill/export', { ...range(), format: 'csv', ...input }, { token });
  }
  async function mail({ token }: TestPerson, input: Mailed) {
    return await api().call('bill/export/email', { ...range(), format: 'csv', ...input }, { token });
  }
  async function status({ token }: TestPerson, taskId: string): Promise<ExportAnswer> {
    const answer = await api().call('bill/export/status', { taskId }, { token });
    if (!answer.ok) throw new Error(answer.msg);
    return answer.data;
  }
  /** Starts an export, builds it and answers how it ended. */
  async function exported(
    person: TestPerson,
    input: Parameters<typeof start>[1] = {},
  ): Promise<ExportAnswer> {
    const answer = await start(person, input);
    if (!answer.ok) throw new Error(JSON.stringify(answer));
    await build();
    return await status(person, answer.data.taskId);
  }
  return {
    range,
    build,
    withBills,
    start,
    mail,
    status,
    exported,
    fill: async (person: TestPerson, count: number) => await fill(api(), person, count),
    contentOf: async (url: string | null) => await contentOf(api(), url),
  };
}
