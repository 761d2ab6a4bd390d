/**
 * Runs a program of this project on a bare machine: built-ins only, any Node from 20 on.
 * 1. a Node new enough: the host's own, or the pinned one of runtime/ fetched through npm;
 * 2. the packages, when the lockfile is not the one they were installed from; the tools of tests only where they are used;
 * 3. what is generated from sources (scripts/setup.ts), the pages of the server while it makes its database;
 * 4. the program, with our signals, our exit code and our life: it ends when we end.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { connect, createServer } from 'node:net';
import { availableParallelism, constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const neededMajor = 24;
const pinnedVersion = '24.21.0';
const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What has to be generated before a program runs; the others need what every import needs. */
const whole = ['texts', 'icons', 'web'];
const generated = { 'chaos/main.ts': whole, 'scripts/journeys.ts': whole, 'scripts/soak.ts': whole };
const generatedByDefault = ['texts', 'icons'];
/** The server makes its database while its pages are built; it is told when they are there. */
const server = 'apps/server/src/main.ts';
const pagesFollow = '--pages-follow';
/** What people run to use the product. Every other program may use whatever the tests and their tools need. */
const products = [server, 'apps/server/src/operator.ts'];
const parentCheckMs = 1000;
/**
 * For a server whose calls wait for a commit by the hundred. Threads that collect garbage and compile beside the program:
 * four on two cores spend their time waiting for each other. Room for young objects, in MiB: what a group of orders needs
 * until it is committed is copied half as often.
 */
const engineSettings = [
  `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`,
  '--max-semi-space-size=128',
];

// What V8 compiled once need not be compiled at the next start.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined) fail('Which program? For example: node scripts/run.mjs apps/server/src/main.ts');
/** The children that signals are passed to. */
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (running.size === 0) process.exit(128 + constants.signals[signal]);
    stopAll(signal);
  });
}
endWithNpm();

const unlock = await takeTurns();
const node = await prepare();
await generate(node, generated[entry] ?? generatedByDefault);
if (entry !== server) unlock();
let pagesFailed = 0;
const ended = run(
  node,
  [...engineSettings, join(root, entry), ...(entry === server ? [pagesFollow] : []), ...args],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    onStart: (child) => entry === server && void followWithPages(child),
  },
);
process.exitCode = (await ended) || pagesFailed;
// It ended before its pages were there.
stopAll('SIGTERM');

function fail(sentence) {
  console.error(sentence);
  stopAll('SIGTERM');
  process.exit(1);
}

function stopAll(signal) {
  for (const child of running) child.kill(signal);
}

/** Where npm started us and is killed without warning, nobody else would ever stop what we run. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const atStart = starters();
  setInterval(() => {
    if (starters() === atStart) return;
    if (running.size === 0) process.exit(1);
    stopAll('SIGTERM');
  }, parentCheckMs).unref();
}

/** Our parent, and npm above it where the parent is the shell that npm runs scripts in. */
function starters() {
  const parent = process.ppid;
  try {
    const [, name, parents] = /\((.*)\) \S (\d+)/s.exec(fs.readFileSync(`/proc/${parent}/stat`, 'utf8'));
    return /^(sh|dash|bash)$/.test(name) ? `${parent} ${parents}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}

/**
 * One set-up at a time: whoever holds the socket works, the others wait for its end. On Linux the name is no file and
 * vanishes with its holder however that ends; elsewhere a file left by a killed holder is recognised and removed.
 */
async function takeTurns() {
  const name = `marigold-${createHash('sha256').update(fs.realpathSync(root)).digest('hex').slice(0, 16)}`;
  const path = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
  for (let said = false; ;) {
    const server = createServer((waiting) => waiting.on('error', () => undefined).unref());
    const isOurs = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(path, () => resolve(true));
    });
    if (isOurs) {
      const waiters = new Set();
      server.on('connection', (waiting) => waiters.add(waiting));
      server.unref();
      return () => {
        server.close();
        for (const waiting of waiters) waiting.destroy();
      };
    }
    if (!said) console.log('Waiting for another set-up in this folder …');
    said = true;
    const reached = await new Promise((resolve) => {
      let isReached = false;
      const waiting = connect(path, () => (isReached = true));
      waiting.on('error', () => undefined).on('close', () => resolve(isReached));
    });
    if (!reached && !path.startsWith('\0')) fs.rmSync(path, { force: true });
  }
}

/** Brings Node and the packages, side by side where the host's Node can install them; answers the Node to run with. */
async function prepare() {
  if (!canInstall(process.versions.node)) {
    const node = await suitableNode();
    await installPackages(node);
    return node;
  }
  const [node] = await Promise.all([suitableNode(), installPackages(process.execPath)]);
  return node;
}

/** An older Node makes npm leave out, without a word, the binaries that say they need a newer one. */
function canInstall(version) {
  const [major, minor] = version.split('.').map(Number);
  return major >= 23 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19);
}

async function suitableNode() {
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  const folder = join(root, 'runtime');
  await installed(
    folder,
    process.execPath,
    `Fetching Node ${pinnedVersion} (this machine has ${process.versions.node})`,
  );
  const pinned = join(folder, 'node_modules', '.bin', 'node');
  const probe = spawnSync(pinned, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  if (probe.status === 0) return pinned;
  const reason = (probe.error?.message ?? probe.stderr).trim().split('\n')[0];
  return fail(
    `Node ${pinnedVersion} does not start here (${reason}). Install Node ${neededMajor} or newer and try again.`,
  );
}

/** A product needs no tools, but takes none away: who tests here would fetch them after every start. */
async function installPackages(node) {
  const withTools = !products.includes(entry) || hasTools();
  await installed(root, node, `Installing the packages${withTools ? ' with the tools' : ''}`, withTools);
}

/** What npm wrote down of its last installation, whoever asked for it. */
function hasTools() {
  const known = join(root, 'node_modules', '.package-lock.json');
  return fs.existsSync(known) && fs.readFileSync(known, 'utf8').includes('"dev": true');
}

/**
 * Runs npm in a folder unless it ran there for this lockfile on this kind of machine; npm is heard only when it fails.
 * An installation with tools is also one without.
 */
async function installed(folder, node, title, withTools = false) {
  const stamp = join(folder, 'node_modules', '.marigold-stamp');
  const lockfile = fs.readFileSync(join(folder, 'package-lock.json'));
  const key = createHash('sha256')
    .update(lockfile)
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  const [stampedKey, kind] = fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8').split(' ') : [];
  if (stampedKey === key && (kind === 'tools' || !withTools)) return;
  fs.rmSync(stamp, { force: true });
  const startedAt = Date.now();
  console.log(`${title} …`);
  // Exact versions need no second question to the registry where the cache knows them.
  const words = [
    'install',
    withTools ? '--include=dev' : '--omit=dev',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const [program, ...programArgs] = npm === undefined ? ['npm', ...words] : [node, npm, ...words];
  let output = '';
  const code = await run(program, programArgs, {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
      npm_config_cache: packageCache(),
      // Twenty thousand files are made: more threads than cores wait for each other inside of the file system.
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? `${Math.max(2, availableParallelism())}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => (output += text),
  });
  if (code !== 0)
    fail(`${output.trim()}\n${title} failed (npm ended with ${code}). The lines above are npm's.`);
  fs.writeFileSync(stamp, `${key} ${withTools ? 'tools' : 'product'}`);
  console.log(`${title}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** npm's own cache, or one of ours for a user without a home of their own. */
function packageCache() {
  const usual = process.env.npm_config_cache ?? join(process.env.HOME ?? '/nonexistent', '.npm');
  try {
    fs.mkdirSync(usual, { recursive: true });
    fs.accessSync(usual, fs.constants.W_OK);
    return usual;
  } catch {
    return join(root, '.cache', 'npm');
  }
}

async function generate(node, steps) {
  const code = await run(node, [join(root, 'scripts', 'setup.ts'), ...steps], { stdio: 'inherit' });
  if (code !== 0) process.exit(code);
}

/** Brings the pages up to date beside the server; without them it has nothing to wait for. */
async function followWithPages(child) {
  const code = await run(node, [join(root, 'scripts', 'setup.ts'), 'web'], { stdio: 'inherit' });
  unlock();
  if (code === 0) return child.send('pages are built', () => undefined);
  pagesFailed = code;
  child.kill('SIGTERM');
}

/** Runs a program to its end; answers its exit code, 128 + n where signal n ended it. */
function run(program, programArgs, { onOutput, onStart, ...options }) {
  return new Promise((resolve) => {
    const child = spawn(program, programArgs, { cwd: root, ...options });
    running.add(child);
    onStart?.(child);
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('error', (error) => fail(`${program} does not start: ${error.message}`));
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}
