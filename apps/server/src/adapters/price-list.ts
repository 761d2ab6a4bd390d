/** Lists of prices that providers answer over HTTP: fetched within bounds of time and size, and read by a schema. */
import type * as z from 'zod';

export const priceListTimeoutMs = 8_000;
/** With room for a number behind it. */
const nameMax = 250;
/** A list of prices is a fraction of this; an endless answer is cut off. */
const bytesMax = 256 * 1024;

/** The provider did not answer with prices; the other sources speak for it. */
export class PricesUnavailable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`The provider gave no prices: ${reason}`, { cause });
    this.name = 'PricesUnavailable';
  }
}

/** GETs the address and answers what the schema makes of it; throws PricesUnavailable for everything else. */
export async function fetchPriceList<Schema extends z.ZodType>(
  url: string,
  { schema, timeoutMs }: { readonly schema: Schema; readonly timeoutMs: number },
): Promise<z.output<Schema>> {
  let answer: unknown;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!response.ok) throw new PricesUnavailable(`it answered ${response.status}`);
    answer = JSON.parse(await readText(response));
  } catch (error) {
    throw error instanceof PricesUnavailable
      ? error
      : new PricesUnavailable('it could not be reached', error);
  }
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new PricesUnavailable('its answer has another shape');
  return parsed.data;
}

/** What a source is called: two feeds of one host are two sources; a query may hold a key and names nothing. */
export function sourceName(url: string): string {
  const { host, pathname } = new URL(url);
  return (host + (pathname === '/' ? '' : pathname)).slice(0, nameMax);
}

/** Sources that would be named alike (they differ in their query) are told apart by number. */
export function namedApart<Source extends { readonly name: string }>(
  sources: readonly Source[],
): readonly Source[] {
  const named = new Map<string, number>();
  return sources.map((source) => {
    const count = (named.get(source.name) ?? 0) + 1;
    named.set(source.name, count);
    return count === 1 ? source : { ...source, name: `${source.name}#${count}` };
  });
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new PricesUnavailable('its answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
