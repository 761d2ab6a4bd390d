/**
 * One program per data directory. Each claim is a new numbered file made by an exclusive link; the highest number
 * counts. A claim whose process is gone, whether it ended, was killed or only its pid lives on in somebody else, is
 * followed by the next number and never fought over, so two starts at the same moment cannot both win.
 */
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { processIdentity } from './process-identity.ts';

const claimFile = /^instance-(\d{8})\.json$/;
const attemptsMax = 100;

interface Claim {
  readonly pid: number;
  /** Tells two processes with the same pid apart; empty where the system does not say. */
  readonly identity: string;
  /** Where the program answers; undefined while it starts. */
  readonly address?: string;
}

export interface InstanceLock {
  /** Writes the address, so that a second start can name it. */
  readonly announce: (address: string) => void;
  /** Frees the data directory. A program that dies frees it too. */
  readonly release: () => void;
}

/** Another program already runs on this data directory. */
export class AlreadyRunning extends Error {
  readonly pid: number;
  readonly address: string | undefined;
  constructor(directory: string, { pid, address }: Claim) {
    const place = address === undefined ? 'is starting' : `runs at ${address}`;
    super(
      `Marigold already ${place} on ${directory} (process ${pid}). Stop it first, or set DATA_DIR and PORT.`,
    );
    this.name = 'AlreadyRunning';
    this.pid = pid;
    this.address = address;
  }
}

/** Claims the data directory for this process. Throws AlreadyRunning. The directory must lie on one machine. */
export function claimInstance(directory: string): InstanceLock {
  mkdirSync(directory, { recursive: true });
  const claim: Claim = { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const numbers = claimNumbers(directory);
    const highest = numbers.at(-1) ?? 0;
    const holder = readClaim(fileOf(directory, highest));
    if (holder !== undefined && isAlive(holder)) throw new AlreadyRunning(directory, holder);
    const file = fileOf(directory, highest + 1);
    if (!createClaim(file, claim)) continue;
    for (const number of numbers) rmSync(fileOf(directory, number), { force: true });
    return {
      announce: (address) => replaceClaim(file, { ...claim, address }),
      // The number stays, with nobody in it, so that numbers only ever grow.
      release: () => replaceClaim(file, { pid: 0, identity: '' }),
    };
  }
  throw new Error(`The lock files in ${directory} change faster than they can be read.`);
}

function fileOf(directory: string, number: number): string {
  return join(directory, `instance-${String(number).padStart(8, '0')}.json`);
}

function claimNumbers(directory: string): number[] {
  const numbers = readdirSync(directory).flatMap((name) => claimFile.exec(name)?.[1] ?? []);
  return numbers.map(Number).toSorted((left, right) => left - right);
}

function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive({ pid, identity }: Claim): boolean {
  return pid > 0 && processIdentity(pid) === identity;
}

/** A link is made whole or not at all, and never over an existing file. */
function createClaim(file: string, claim: Claim): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(claim), { mode: 0o644 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function replaceClaim(file: string, claim: Claim): void {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(claim));
  renameSync(`${file}.${process.pid}`, file);
}
