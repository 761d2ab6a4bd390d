/**
 * A small embedded cluster of the tests' own (or the server that TEST_DATABASE_OWNER_URL names) with one migrated template,
 * from which every test file gets a fresh copy. Vitest runs `setup` once before the database tests.
 */
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { discardPostgresHome } from '../src/platform/postgres/embedded-postgres-home.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { migrateDatabase } from '../src/platform/postgres/migrate.ts';
import { isProcessRunning } from '../src/platform/process/process-identity.ts';

const clusters = join(import.meta.dirname, '../../../.cache/test-clusters');

declare module 'vitest' {
  export interface ProvidedContext {
    /** Logins of the test server, any database of it; the owner may create databases. */
    readonly testOwnerUrl: string;
    readonly testAppUrl: string;
    readonly testTemplate: string;
  }
}

export interface TestCluster {
  /** Logins of the test server, any database of it; the owner may create databases. */
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** The name of the migrated database that others are copied from. */
  readonly template: string;
  readonly stop: () => Promise<void>;
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ownerUrl, appUrl, template, stop } = await startTestCluster();
  project.provide('testOwnerUrl', ownerUrl);
  project.provide('testAppUrl', appUrl);
  project.provide('testTemplate', template);
  return stop;
}

export async function startTestCluster(): Promise<TestCluster> {
  const server = await testServer();
  const template = `marigold_template_${process.pid}`;
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    await owner.query(`drop database if exists ${template}`);
    await owner.query(`create database ${template}`);
    const appRole = decodeURIComponent(new URL(server.appUrl).username);
    await migrateDatabase({ ownerUrl: databaseUrl(server.ownerUrl, template), appRole, mode: 'demo' });
  } catch (error) {
    await owner.end();
    await server.stop();
    throw error;
  }
  return {
    ownerUrl: server.ownerUrl,
    appUrl: server.appUrl,
    template,
    async stop() {
      await owner.query(`drop database if exists ${template}`);
      await owner.end();
      await server.stop();
    },
  };
}

/** The same login on another database of the same server. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function testServer(): Promise<{ ownerUrl: string; appUrl: string; stop: () => Promise<void> }> {
  const ownerUrl = process.env['TEST_DATABASE_OWNER_URL'];
  const appUrl = process.env['TEST_DATABASE_URL'];
  if (ownerUrl !== undefined) {
    if (appUrl === undefined)
      throw new Error('TEST_DATABASE_OWNER_URL needs TEST_DATABASE_URL (the app login) too.');
    return { ownerUrl, appUrl, stop: async () => undefined };
  }
  mkdirSync(clusters, { recursive: true });
  removeLeftovers();
  const directory = mkdtempSync(join(clusters, `${process.pid}-`));
  const server = await startEmbeddedPostgres({ directory, isDisposable: true });
  return { ownerUrl: server.ownerUrl, appUrl: server.appUrl, stop: server.destroy };
}

/** Folders of runs that were killed; their servers ended with them. */
function removeLeftovers(): void {
  for (const name of readdirSync(clusters)) {
    if (!isProcessRunning(Number.parseInt(name, 10))) discardPostgresHome(join(clusters, name));
  }
}
