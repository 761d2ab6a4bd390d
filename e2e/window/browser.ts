/**
 * The one Chromium of the journeys. On Linux x64 it comes from npm with its fonts, so that every machine draws the same
 * picture; elsewhere it is Playwright's own or the system's. CHROME_PATH names another one deliberately.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import type { Browser, LaunchOptions } from '@playwright/test';

const cache = join(import.meta.dirname, '../../.cache');
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

/** Launches the browser of the journeys, with more flags where they are given; the caller closes it. Throws one line that says what helps. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const { args = [], ...pinned } = await pinnedBrowser();
  const options = { ...pinned, args: [...args, ...flags] };
  const { chromium } = await import('@playwright/test');
  try {
    return await chromium.launch(options);
  } catch (error) {
    throw new Error(
      `${options.executablePath ?? "Playwright's browser"} does not start on ${process.platform} ${process.arch}; ` +
        `set CHROME_PATH to one that does. ${firstWords(error)}`,
      { cause: error },
    );
  }
}

/**
 * How the browser of the journeys is launched by Playwright, which is not loaded where nobody needs it: every run of Vitest
 * asks this (vitest.config.ts). Throws where none is installed.
 */
export async function pinnedBrowser(): Promise<LaunchOptions> {
  const { args = [], ...options } = await chosenBrowser();
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { timeout: launchTimeoutMs, ...options, args: [...new Set([...quietFlags, ...asRoot, ...args])] };
}

async function chosenBrowser(): Promise<LaunchOptions> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined) return { executablePath: named };
  if (process.platform === 'linux' && process.arch === 'x64') return await packagedBrowser();
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return {};
  const installed = systemBrowsers.find((path) => existsSync(path));
  if (installed === undefined)
    throw new Error('No browser is installed; install Chromium or set CHROME_PATH to one.');
  return { executablePath: installed };
}

/** Where the package unpacks to is a setting of the whole process: once is enough for it. */
let unpacking: Promise<void> | undefined;

/** Unpacks the browser from npm with the libraries and fonts that a bare system lacks, once per version and user. */
async function packagedBrowser(): Promise<LaunchOptions> {
  const browser = installedPackage('@sparticuz/chromium');
  const letters = installedPackage('@fontsource-variable/noto-sans-sc');
  const home = join(cache, `chromium-${browser.version}-${letters.version}-${userInfo().uid}`);
  if (!existsSync(home)) await (unpacking ??= unpack(browser.folder, letters.folder, home));
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

function installedPackage(name: string): { readonly folder: string; readonly version: string } {
  const folder = join(import.meta.dirname, '../../node_modules', name);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}

/** The package unpacks into the temporary folder only; two processes at once must not see each other's half. */
async function unpack(browser: string, letters: string, home: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const partial = mkdtempSync(join(cache, 'chromium-'));
  const usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = partial;
  try {
    const { default: packaged, inflate } = await import('@sparticuz/chromium');
    await packaged.executablePath();
    await inflate(join(browser, 'bin', 'al2023.tar.br'));
  } finally {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
  }
  await unpackLetters(letters, join(partial, 'fonts'));
  writeFileSync(join(partial, 'fonts.conf'), fontsConfiguration(home));
  try {
    renameSync(partial, home);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/** Chinese and Japanese letters. A page may use packed fonts, the system's own may not be packed. */
async function unpackLetters(folder: string, target: string): Promise<void> {
  const { convert } = await import('fontverter');
  const packed = readdirSync(join(folder, 'files')).filter((name) => name.endsWith('-wght-normal.woff2'));
  for (const name of packed) {
    const font = await convert(readFileSync(join(folder, 'files', name)), 'sfnt');
    writeFileSync(join(target, name.replace('.woff2', '.ttf')), font);
  }
}

/**
 * The fonts of this folder and no others: those of the machine would give every machine its own geometry. Whatever is not
 * found is drawn in the package's own font, where that has the letter.
 */
function fontsConfiguration(home: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `<dir>${join(home, 'fonts')}</dir>`,
    `<cachedir>${join(home, 'fonts-cache')}</cachedir>`,
    '<match target="pattern"><edit name="family" mode="append_last" binding="weak">',
    '<string>Open Sans</string>',
    '</edit></match>',
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
