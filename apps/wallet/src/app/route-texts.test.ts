/** A page's row names the texts that travel with it: read from the sources, so that no screen shows the name of a text. */
import { bundles } from '@marigold/texts/bundles';
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(
  ['../{app,domain,features,lib,screen,ui,ui-capture,ui-market}/**/*.{ts,tsx}', '!../**/*.{test.ts,ct.tsx}'],
  { query: '?raw', import: 'default', eager: true },
);

/** The bundle of each text. */
async function readBundles(): Promise<ReadonlyMap<string, string>> {
  const all = Object.entries(bundles).map(async ([name, languages]) => {
    const { messages } = await languages.en();
    return Object.keys(messages).map((id) => [id, name] as const);
  });
  return new Map((await Promise.all(all)).flat());
}

/** A module and all that it brings along at once; what it fetches later brings its own texts. */
function modulesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = sources[file];
  // A folder that the pattern above does not name would be left out in silence.
  if (text === undefined) throw new Error(`${file} was not read`);
  for (const [statement, from = ''] of text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)';/gms))
    if (!statement.startsWith('import type'))
      modulesOf(new URL(from, new URL(file, 'http://src/app/')).pathname.replace(/^\//, '../'), seen);
  return seen;
}

/** Said by whoever cancels an order, on pages that bring them; others read orders by the same module. */
const cancelTexts = new Set(['orders.cancelled', 'orders.cancelledAll']);

const words = (list: string): readonly string[] => list.match(/\w+/g) ?? [];

const rows = /withTexts\(\s*\[([^\]]*)\],\s*import\('([^']+)'\)/g;

it('every page brings the texts that its modules say', async () => {
  const bundleOf = await readBundles();
  const pages = Object.entries(sources)
    .filter(([file]) => file.startsWith('../app/routes-') || file.startsWith('./routes-'))
    .flatMap(([file, text]) =>
      [...text.matchAll(rows)].map(([, named = '', page = '']) => ({
        page,
        // The titles come with the table of all pages; the two that people start on are there before it.
        has: new Set(['wallet', ...(file.endsWith('routes-first.ts') ? [] : ['titles']), ...words(named)]),
      })),
    );
  expect(pages.length).toBeGreaterThan(40);
  const home = { page: '../features/home/home.page.tsx', has: new Set(['wallet']) };
  const missing = [home, ...pages].flatMap(({ page, has }) => {
    const ids = [...modulesOf(page)].flatMap((file) =>
      [...(sources[file] ?? '').matchAll(/['"`]([a-z]+\.[\w.-]+)['"`]/g)].map(([, id = '']) => id),
    );
    const lacking = new Set(
      ids.filter((id) => !has.has(bundleOf.get(id) ?? 'wallet') && !cancelTexts.has(id)),
    );
    return [...lacking].map((id) => `${page}: ${id}`);
  });
  expect(missing).toEqual([]);
});
