/** What every list of sanctioned persons promises: the made-up one, and yente's interface as its pages document it. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { heldFromScore, listIdPattern, type ScreeningList } from '@marigold/partners/screening-port';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { demoList } from './demo-list.ts';
import { createSimulatedScreening, type DemoListing } from './simulated.ts';
import { createYenteScreening } from './yente.ts';

const igor = { names: ['IGOR FIKTIVNY'], birthday: '1971-03-09', nationality: 'NL' };
const nobody = { names: ['ANNA MUSTER'], birthday: '1990-05-17', nationality: 'NL' };

/** As /match answers by its schema EntityMatchResponse, with one candidate. */
function documentedMatches(results: readonly unknown[]) {
  return {
    responses: {
      person: { status: 200, results, total: { value: results.length, relation: 'eq' }, query: {} },
    },
    matcher: { name_match: { description: 'Compares names', coefficient: 1, url: 'https://example.org' } },
    limit: 50,
  };
}

const documentedCandidate = {
  id: 'NK-A7z',
  caption: 'IGOR FIKTIVNY',
  schema: 'Person',
  properties: { name: ['IGOR FIKTIVNY'], birthDate: ['1971-03-09'], topics: ['sanction'] },
  datasets: ['eu_fsf', 'us_ofac_sdn'],
  referents: ['ofac-1234'],
  target: true,
  score: 0.97,
  features: { name_match: 1 },
  match: true,
};

/** As /catalog answers by its schema DataCatalogModel. */
function documentedCatalog(version: string | null, whole = '20261126041501-abc') {
  const rest = {
    title: 'A set',
    load: true,
    version: '20261126161501-new',
    index_current: false,
    children: [],
  };
  return {
    datasets: [
      { ...rest, name: 'default', index_version: whole },
      { ...rest, name: 'sanctions', load: false, index_version: version },
    ],
    current: ['default'],
    outdated: [],
    index_stale: false,
  };
}

type Harness = {
  readonly list: ScreeningList;
  /** Another version from now on, without anybody of the first. */
  readonly empty: () => void;
};

function simulated(): Harness {
  let listing: DemoListing = { version: 'one', entries: demoList };
  return {
    list: createSimulatedScreening('demo', () => listing),
    empty: () => void (listing = { version: 'two', entries: [] }),
  };
}

type Heard = { readonly method: string; readonly target: string; readonly body: string };
type Reply = { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> };

let server: Server;
let url = '';
const heard: Heard[] = [];
let answer: (request: Heard) => Reply | undefined = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const one = { method: request.method ?? '', target: request.url ?? '', body };
      heard.push(one);
      const reply = answer(one);
      if (reply === undefined) return;
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status, reply.headers).end(text);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void (heard.length = 0));

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const ok = (body: unknown): Reply => ({ status: 200, body });

function documented(): Harness {
  let isEmpty = false;
  answer = ({ target, body }) => {
    if (target === '/catalog') return ok(documentedCatalog(isEmpty ? 'two' : 'one'));
    const isListed = !isEmpty && body.includes('IGOR');
    return ok(documentedMatches(isListed ? [documentedCandidate] : []));
  };
  const list = createYenteScreening({ url, dataset: 'sanctions', timeoutMs: 300 });
  return { list, empty: () => void (isEmpty = true) };
}

describe.each([
  ['the made-up one', simulated],
  ['yente', documented],
])('a list, %s,', (_name, open) => {
  it('finds whom it has, with a score that a person looks at, an id and a name', async () => {
    const { list } = open();
    const answered = await list.screen(igor);
    if (answered.is !== 'done') throw new Error('it is unknown');
    const [hit] = answered.hits;
    expect(hit?.score).toBeGreaterThanOrEqual(heldFromScore);
    expect(hit?.score).toBeLessThanOrEqual(1);
    expect(hit?.listId).toMatch(listIdPattern);
    expect(hit).toMatchObject({ name: 'IGOR FIKTIVNY', source: expect.stringMatching(/\w/) });
    expect(await list.screen(igor)).toEqual(answered);
  });

  it('says its version with every answer, and has nothing of anybody else', async () => {
    const { list, empty } = open();
    const listVersion = await list.version();
    expect(await list.screen(nobody)).toEqual({ is: 'done', listVersion, hits: [] });
    empty();
    expect(await list.version()).not.toBe(listVersion);
    expect(await list.screen(igor)).toEqual({ is: 'done', listVersion: await list.version(), hits: [] });
  });
});

describe('the made-up list', () => {
  const { list } = simulated();
  const scoreOf = async (name: string, birthday: string) => {
    const answered = await list.screen({ names: [name], birthday, nationality: 'NL' });
    return answered.is === 'done' ? (answered.hits[0]?.score ?? 0) : -1;
  };

  it.each([
    ['the same name', 'IGOR FIKTIVNY', '1971-03-09', 1],
    ['other letters, marks and order', 'fiktivný, igor', '1971-03-09', 1],
    ['a name whose marks are left out', 'Hans Jurgen Erfunden', '1980-02-14', 1],
    ['another name of theirs', 'Igor Vymyshlenny', '1971-03-09', 1],
    ['a name in another writing', '人物 架空', '1975-07-21', 1],
    ['one letter off', 'IGOR FIKTIVNI', '1971-03-09', 0.923],
    ['another day of the year', 'IGOR FIKTIVNY', '1971-03-10', 0.9],
    ['another year', 'IGOR FIKTIVNY', '1990-03-09', 0.6],
    ['somebody else of that birthday', 'ANNA MUSTER', '1971-03-09', 0],
  ])('scores %s', async (_name, name, birthday, score) => {
    expect(await scoreOf(name, birthday)).toBe(score);
  });

  it.each(['docs/start.md', 'docs/operating.md'])('has whom %s names to newcomers', async (page) => {
    const text = readFileSync(join(import.meta.dirname, '../../../../..', page), 'utf8');
    const [, name = '', birthday = ''] = /`([A-Z ]+)`, born on (\d{4}-\d\d-\d\d)/.exec(text) ?? [];
    expect(await scoreOf(name, birthday)).toBe(1);
  });

  it('is refused in production', () => {
    expect(() => createSimulatedScreening('production')).toThrow('demonstration only');
  });
});

describe('yente', () => {
  const yente = () => createYenteScreening({ url, dataset: 'sanctions', timeoutMs: 300 });
  const unknown = { is: 'unknown' };

  it('is asked for one person, by their names, birthday and nationality alone', async () => {
    await documented().list.screen({ ...igor, names: ['IGOR FIKTIVNY', 'FIKTIVNY IGOR'] });
    expect(heard.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /catalog',
      'POST /match/sanctions?limit=50&threshold=0.5&cutoff=0.5',
    ]);
    expect(JSON.parse(heard[1]?.body ?? '')).toEqual({
      queries: {
        person: {
          schema: 'Person',
          properties: {
            name: ['IGOR FIKTIVNY', 'FIKTIVNY IGOR'],
            birthDate: ['1971-03-09'],
            nationality: ['nl'],
          },
        },
      },
    });
  });

  it('has the version of what is indexed: of the set, or of all sets where the set is a part of another', async () => {
    answer = () => ok(documentedCatalog('20261126041501-own'));
    expect(await yente().version()).toBe('20261126041501-own');
    answer = () => ok(documentedCatalog(null));
    const before = await yente().version();
    expect(before).toMatch(/^[0-9a-f]{32}$/);
    expect(await yente().version()).toBe(before);
    answer = () => ok(documentedCatalog(null, '20261127041501-abc'));
    expect(await yente().version()).not.toBe(before);
  });

  const refused = [
    ['500', { status: 500, body: { detail: 'Server error' } }],
    ['404', { status: 404, body: { detail: 'No such dataset' } }],
    ['400', { status: 400, body: { detail: 'Invalid query' } }],
    ['a page with 200', ok('<!doctype html>')],
    ['JSON of another kind', ok({ status: 'ok' })],
    ['silence', undefined],
  ] as const;

  it.each(refused)('says nothing by %s', async (_name, reply) => {
    answer = () => reply;
    expect(await yente().version()).toBeUndefined();
    expect(await yente().screen(igor)).toEqual(unknown);
    answer = ({ target }) => (target === '/catalog' ? ok(documentedCatalog('one')) : reply);
    expect(await yente().screen(igor)).toEqual(unknown);
  });

  it.each([
    ['an error with a right body', (body: object) => ({ status: 503, body })],
    ['more than any answer has', (body: object) => ok({ ...body, more: 'x'.repeat(9_000_000) })],
    ['a redirect to a right answer', () => ({ status: 307, body: '', headers: { location: '/elsewhere' } })],
  ])('says nothing by %s', async (_name, reply) => {
    const right = { catalog: documentedCatalog('one'), match: documentedMatches([documentedCandidate]) };
    answer = ({ target }) => (target === '/elsewhere' ? ok(right.catalog) : reply(right.catalog));
    expect(await yente().version()).toBeUndefined();
    answer = ({ target }) => {
      if (target === '/catalog') return ok(right.catalog);
      return target === '/elsewhere' ? ok(right.match) : reply(right.match);
    };
    expect(await yente().screen(igor)).toEqual(unknown);
  });

  it.each([
    ['an answer to another question', { ...documentedMatches([]), responses: { other: { results: [] } } }],
    ['a score above one', documentedMatches([{ ...documentedCandidate, score: 97 }])],
    ['a candidate without a score', documentedMatches([{ ...documentedCandidate, score: undefined }])],
    ['an id that nobody could type', documentedMatches([{ ...documentedCandidate, id: 'a b' }])],
    ['a part that failed', { responses: { person: { status: 500, results: [] } } }],
    [
      'as many hits as it names at most',
      documentedMatches(
        Array.from({ length: 50 }, (_, place) => ({ ...documentedCandidate, id: `Q${place}` })),
      ),
    ],
  ])('says nothing by %s', async (_name, body) => {
    answer = ({ target }) => ok(target === '/catalog' ? documentedCatalog('one') : body);
    expect(await yente().screen(igor)).toEqual(unknown);
  });

  it.each([
    ['without the set', { ...documentedCatalog('one'), datasets: [{ name: 'other', index_version: 'x' }] }],
    ['with nothing indexed', { ...documentedCatalog(null), datasets: [{ name: 'sanctions' }] }],
  ])('has no version %s', async (_name, body) => {
    answer = () => ok(body);
    expect(await yente().version()).toBeUndefined();
    expect(await yente().screen(igor)).toEqual(unknown);
  });

  it('never leaves the path that was meant, and says nothing where nobody listens', async () => {
    const dataset = '../odd?a=b';
    answer = ({ target }) => {
      const isCatalog = target === '/catalog';
      return ok(isCatalog ? { datasets: [{ name: dataset, index_version: 'one' }] } : documentedMatches([]));
    };
    const odd = createYenteScreening({ url, dataset, timeoutMs: 300 });
    expect(await odd.screen(igor)).toEqual({ is: 'done', listVersion: 'one', hits: [] });
    expect(heard[1]?.target).toMatch(/^\/match\/\.\.%2Fodd%3Fa%3Db\?limit=/);
    const away = createYenteScreening({ url: 'http://127.0.0.1:1', dataset: 'sanctions' });
    expect(await away.screen(igor)).toEqual(unknown);
  });
});
