/**
 * What is generated from sources before a program runs: the compiled texts, the icon sprites, the wallet's web build.
 * Each step runs only when its sources changed since it last finished. `node scripts/setup.ts [step …]`.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamps = join(root, '.cache', 'setup');

interface Step {
  readonly title: string;
  /** Globs of everything the result depends on; the lockfile always counts. */
  readonly sources: readonly string[];
  /** What must be there afterwards; missing, the step runs again. */
  readonly results: readonly string[];
  readonly run: () => Promise<unknown>;
  /** Settings that the result depends on. */
  readonly settings?: readonly string[];
}

/** In the order in which they build on each other. */
const steps = {
  texts: {
    title: 'Compiling the texts',
    sources: ['packages/texts/*.ts', 'packages/texts/src/**/*.ts', 'packages/texts/po/**/*.po'],
    results: ['packages/texts/generated'],
    run: async () => (await import('../packages/texts/compile.ts')).compileTexts(),
  },
  icons: {
    title: 'Drawing the icons',
    sources: ['scripts/pages/icons.ts', 'apps/wallet/src/ui/base/icon-names.ts', 'apps/wallet/art/**/*'],
    results: ['apps/wallet/public/icons.svg', 'apps/wallet/public/coins.svg'],
    run: async () => await (await import('./pages/icons.ts')).buildIcons(),
  },
  web: {
    title: 'Building the pages',
    sources: [
      'scripts/{icons,licences,precache,precompress,web-manifest}.ts',
      'apps/wallet/*.{ts,html,json}',
      'apps/wallet/{src,worker,public,art}/**/*',
      'packages/{contract,guard,money,partners,texts}/{src,generated}/**/*',
    ],
    results: ['apps/wallet/dist/index.html'],
    settings: ['API_SECRET', 'VITE_PRODUCTION_HOST', 'VITE_PRODUCTION_BASE', 'VITE_WRAPPER_ORIGIN'],
    run: async () => {
      const { build } = await import('vite');
      // The envelope is signed with public configuration (protocol.md): pages and server must carry the same.
      const secret = process.env['API_SECRET'];
      if (secret !== undefined && secret !== '') process.env['VITE_API_SECRET'] = secret;
      const wallet = join(root, 'apps/wallet');
      await build({ root: wallet, configFile: join(wallet, 'vite.config.ts'), logLevel: 'warn' });
    },
  },
} satisfies Record<string, Step>;

export type SetupStepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as SetupStepName[];

/** Brings the named results up to date, in their own order; throws what a step throws. */
export async function setUp(names: readonly SetupStepName[]): Promise<void> {
  for (const name of stepNames.filter((one) => names.includes(one))) await bring(name, steps[name]);
}

async function bring(name: SetupStepName, step: Step): Promise<void> {
  const stamp = join(stamps, name);
  const key = digest(step);
  const isDone = existsSync(stamp) && readFileSync(stamp, 'utf8') === key;
  if (isDone && step.results.every((result) => existsSync(join(root, result)))) return;
  const startedAt = performance.now();
  rmSync(stamp, { force: true });
  await step.run();
  mkdirSync(stamps, { recursive: true });
  // Taken again: a step may write among its own sources, as the web build does with the icons.
  writeFileSync(stamp, digest(step));
  console.log(`${step.title}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** SHA-256 over the names and contents of all sources, and the settings. */
function digest({ sources, settings = [] }: Step): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const name of settings) hash.update(`\n${name}=${process.env[name] ?? ''}\n`);
  const files = globSync([...sources], { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.(test|ct)\.tsx?$/.test(path));
  for (const path of paths.toSorted())
    hash.update(`\n${path.slice(root.length)}\n`).update(readFileSync(path));
  return hash.digest('hex');
}

if (import.meta.main) {
  const unknown = process.argv.slice(2).filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Error(`No such step: ${unknown.join(', ')}; there are ${stepNames.join(', ')}.`);
  try {
    await setUp(process.argv.slice(2) as SetupStepName[]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
