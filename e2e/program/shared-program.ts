/**
 * Before the journeys: data that programs begin with, and the one program of all files that neither stop nor configure it.
 * Vitest runs `setup` once, in a process of its own.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { demoSettings, newDataFolder } from './data-folder.ts';
import { freePort, startProgram } from './program.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the shared program answers, where its data lie, and the file with what it said. */
    readonly sharedProgram: { readonly url: string; readonly data: string; readonly log: string };
    /** Data of a program that was started once and stopped; undefined where no journeys run. */
    readonly templateData: string | undefined;
  }
}

/** What journeys need that would not disturb others: people who trade, and hosts whose pages may be framed (outlink). */
const settings = {
  ...demoSettings,
  LIQUIDITY: '1',
  LINK_FRAME_HOSTS: 'help.example,closed.example,slow.example',
};

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folders: string[] = [];
  const forget = (): void => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  const start = async (data: string, more: Readonly<Record<string, string>>) => {
    folders.push(data);
    const log = join(data, 'said.log');
    writeFileSync(log, '');
    const env = { ...more, DATA_DIR: data, PORT: String(await freePort()) };
    return { program: await startProgram({ env, log }), log };
  };
  try {
    const template = newDataFolder();
    const first = await start(template, demoSettings);
    await first.program.end();
    const data = newDataFolder(template);
    const { program, log } = await start(data, settings);
    project.provide('templateData', template);
    project.provide('sharedProgram', { url: program.url, data, log });
    return async () => {
      await program.end();
      forget();
    };
  } catch (error) {
    forget();
    throw error;
  }
}
