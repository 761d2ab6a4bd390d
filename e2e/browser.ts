/**
 * A real Chromium for the journeys, found or brought: CHROME_PATH, Playwright's own, a browser of the system, and at
 * last the one from npm, which needs nothing of the machine. The first that launches wins. Its fonts know Latin and
 * Cyrillic only where the system has no others, so journeys read texts and roles, never pixels of words.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

import type { Browser, LaunchOptions } from '@playwright/test';

const cache = join(import.meta.dirname, '../.cache');
const launchTimeoutMs = 30_000;

/** Keeps the browser from calling anyone on its own, which a closed network answers slowly. */
const quietFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const systemBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const packagedName = '@sparticuz/chromium';

interface Candidate {
  readonly name: string;
  readonly options: () => Promise<LaunchOptions>;
}

/** Launches a browser; the caller closes it. Throws one line that says what was tried and what helps. */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('@playwright/test');
  const failures: string[] = [];
  for (const { name, options } of candidates(chromium.executablePath())) {
    try {
      return await chromium.launch(withFlags(await options()));
    } catch (error) {
      failures.push(`${name}: ${firstWords(error)}`);
    }
  }
  throw new Error(
    `No browser starts on ${process.platform} ${process.arch}; install Chromium or set CHROME_PATH. ` +
      `Tried ${failures.length === 0 ? 'none: none is installed' : failures.join('; ')}.`,
  );
}

/**
 * How the one browser is launched that measures must agree with everywhere: CHROME_PATH, or the one from npm where there
 * is one for this machine, or the first that is found. Playwright itself is not loaded: every run of Vitest asks this.
 */
export async function pinnedBrowser(): Promise<LaunchOptions> {
  const all = candidates();
  const pinned = all.find(({ name }) => name === 'CHROME_PATH' || name === packagedName) ?? all[0];
  return withFlags((await pinned?.options()) ?? {});
}

/** `own`: where Playwright keeps a browser of its own, when it has one. */
function candidates(own?: string): Candidate[] {
  const found: Candidate[] = [];
  const chosen = process.env['CHROME_PATH'];
  if (chosen !== undefined) {
    // Who names a browser means that one: another in its place would only hide a mistake.
    return [{ name: 'CHROME_PATH', options: async () => ({ executablePath: chosen }) }];
  }
  if (own !== undefined && existsSync(own)) found.push({ name: 'Playwright', options: async () => ({}) });
  for (const path of systemBrowsers.filter((one) => existsSync(one))) {
    found.push({ name: path, options: async () => ({ executablePath: path }) });
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    found.push({ name: packagedName, options: packagedBrowser });
  }
  return found;
}

function withFlags(options: LaunchOptions): LaunchOptions {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { timeout: launchTimeoutMs, ...options, args: [...quietFlags, ...asRoot, ...(options.args ?? [])] };
}

/** Unpacks the browser from npm with the libraries a bare system lacks, once per version and user. */
async function packagedBrowser(): Promise<LaunchOptions> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as {
    version: string;
  };
  const home = join(cache, `chromium-${version}-${userInfo().uid}`);
  if (!existsSync(home)) await unpack(join(dirname(entry), '../bin'), home);
  return {
    executablePath: join(home, 'chromium'),
    // It is a headless shell without a helper for the sandbox.
    args: ['--no-sandbox', '--no-zygote'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(home, 'fonts.conf'),
    },
  };
}

/** The package unpacks into the temporary folder only; two test files at once must not see each other's half. */
async function unpack(packed: string, home: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, 'chromium-'));
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = partial;
  try {
    const { default: packaged, inflate } = await import('@sparticuz/chromium');
    await packaged.executablePath();
    await inflate(join(packed, 'al2023.tar.br'));
  } finally {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  }
  writeFileSync(join(partial, 'fonts.conf'), fontsConfiguration(home));
  try {
    renameSync(partial, home);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** The package's own configuration knows fixed places only; without any font a page has no text at all. */
function fontsConfiguration(home: string): string {
  const folders = [join(home, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${folder}</dir>`),
    `<cachedir>${join(home, 'fonts-cache')}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
}

function firstWords(error: unknown): string {
  const lines = String(error instanceof Error ? error.message : error).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, 3)
    .join(' ')
    .slice(0, 200);
}
