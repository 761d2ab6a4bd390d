/**
 * yente, the matching service of OpenSanctions that one runs oneself, by its public documentation and source
 * (opensanctions.org/docs/api/matching, github.com/opensanctions/yente). It was written against these alone: no yente was
 * ever called from here, and the tests answer as those pages show it.
 */
import { createHash } from 'node:crypto';

import {
  heldFromScore,
  listIdPattern,
  listVersionMax,
  type ScreenedPerson,
  type ScreeningAnswer,
  type ScreeningList,
} from '@marigold/partners/screening-port';
import * as z from 'zod';

import { readBoundedText } from '../bounded-text.ts';

export type YenteSettings = {
  /** Without a slash at the end: http://yente.internal:8000. */
  readonly url: string;
  /** Which of its data sets people are compared with: `sanctions`. */
  readonly dataset: string;
  readonly timeoutMs?: number;
};

/** Spec 9: a partner has so long to answer. */
const screeningTimeoutMs = 10_000;
/** The catalog names some hundred data sets; each candidate comes with all that is known of it. */
const yenteAnswerBytesMax = 8 << 20;
/** More candidates than anybody looks at. */
const candidatesMax = 50;
/** Scores below are left out by newer versions of yente, and marked by older ones: we read the score ourselves. */
const threshold = 0.5;
const question = 'person';

/** An answer has more than what is named here; what is named is there, or the answer says nothing. */
const Matches = z.object({
  responses: z.object({
    [question]: z.object({
      status: z.literal(200).optional(),
      results: z
        .array(
          z.object({
            id: z.string().regex(listIdPattern),
            caption: z.string().min(1).max(500),
            score: z.number().min(0).max(1),
            datasets: z.array(z.string()).max(1000).default([]),
          }),
        )
        .max(candidatesMax),
    }),
  }),
});

const Catalog = z.object({
  datasets: z
    .array(
      z.object({
        name: z.string(),
        /** What is indexed and thus compared; what could be downloaded is `version`, which tells nothing. */
        index_version: z.string().min(1).nullish(),
      }),
    )
    .max(5000),
});

export function createYenteScreening(settings: YenteSettings): ScreeningList {
  return {
    screen: async (person) => await screenAtYente(settings, person),
    version: async () => await versionAtYente(settings),
  };
}

async function screenAtYente(
  settings: YenteSettings,
  { names, birthday, nationality }: ScreenedPerson,
): Promise<ScreeningAnswer> {
  // Before: an index that changes meanwhile is compared with once more, never too seldom.
  const listVersion = await versionAtYente(settings);
  if (listVersion === undefined) return { is: 'unknown' };
  const properties = { name: names, birthDate: [birthday], nationality: [nationality.toLowerCase()] };
  const query = `?limit=${candidatesMax}&threshold=${threshold}&cutoff=${threshold}`;
  const path = `/match/${encodeURIComponent(settings.dataset)}${query}`;
  const body = { queries: { [question]: { schema: 'Person', properties } } };
  const found = await askYente(settings, { path, body }, Matches);
  if (found === undefined) return { is: 'unknown' };
  const { results } = found.responses[question];
  // Whoever is like so many has hits that are not named here: nothing may be concluded from those that are.
  if (results.length === candidatesMax && results.every(({ score }) => score >= heldFromScore))
    return { is: 'unknown' };
  const hits = results.map(({ id: listId, caption: name, score, datasets }) => {
    return { listId, score, name, source: datasets.slice(0, 5).join(', ') || settings.dataset };
  });
  return { is: 'done', listVersion, hits };
}

/**
 * A collection such as `sanctions` is usually indexed as a part of another set and has no version of its own: then the
 * versions of all that is indexed are one.
 */
async function versionAtYente(settings: YenteSettings): Promise<string | undefined> {
  const found = await askYente(settings, { path: '/catalog' }, Catalog);
  const own = found?.datasets.find(({ name }) => name === settings.dataset);
  if (found === undefined || own === undefined) return undefined;
  if (typeof own.index_version === 'string' && own.index_version.length <= listVersionMax)
    return own.index_version;
  const indexed = found.datasets
    .flatMap(({ name, index_version: version }) => (version ? [`${name} ${version}`] : []))
    .toSorted();
  if (indexed.length === 0) return undefined;
  return createHash('sha256').update(indexed.join('\n')).digest('hex').slice(0, 32);
}

type YenteCall = { readonly path: string; readonly body?: Readonly<Record<string, unknown>> };

/** Undefined where anything at all went wrong. Never throws, and hands on nothing but what the schema names. */
async function askYente<Value>(
  { url, timeoutMs = screeningTimeoutMs }: YenteSettings,
  { path, body }: YenteCall,
  schema: z.ZodType<Value>,
): Promise<Value | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would carry a person's name and birthday to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return undefined;
    }
    const parsed = schema.safeParse(JSON.parse(await readBoundedText(response, yenteAnswerBytesMax)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
