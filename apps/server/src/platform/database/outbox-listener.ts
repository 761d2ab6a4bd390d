/**
 * One LISTEN connection per process: receives every announcement (outbox.ts) after its commit, and connects again when
 * cut.
 */
import pg from 'pg';

import type { Log } from '../process/log.ts';
import { outboxChannel, type UserNews } from './outbox.ts';

export type OutboxListenerDependencies = {
  readonly databaseUrl: string;
  readonly onNews: (news: UserNews) => void;
  /** We were deaf for a while and listen again: whatever was announced meanwhile was missed. */
  readonly onRecovered: () => void;
  readonly log: Log;
};

export type OutboxListener = {
  /** False while the connection is cut; for /health. */
  isListening(): boolean;
  stop(): Promise<void>;
};

/** A connection that died without a word (a pulled cable) is found by asking. */
const askEveryMs = 5000;
const answerWithinMs = 3000;
/** The first try comes at once: a revoked session must be heard of within a second. */
const retryAfterMs = [0, 100, 250, 500, 1000] as const;
const retryMostMs = 2000;

/** Listens until stopped. Throws when the database cannot be reached now; later outages are waited out. */
export async function listenToOutbox(dependencies: OutboxListenerDependencies): Promise<OutboxListener> {
  const { log, onNews, onRecovered } = dependencies;
  let isStopped = false;
  let current: pg.Client | undefined = await connect();

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: dependencies.databaseUrl,
      application_name: 'marigold-outbox',
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
    });
    client.on('notification', ({ payload }) => {
      const heard = JSON.parse(payload ?? '') as UserNews | readonly UserNews[];
      for (const news of [heard].flat()) onNews(news);
    });
    client.on('error', () => void lost(client));
    client.on('end', () => void lost(client));
    try {
      await client.connect();
      await client.query(`listen ${outboxChannel}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  async function lost(client: pg.Client): Promise<void> {
    if (client !== current || isStopped) return;
    current = undefined;
    void client.end().catch(() => undefined);
    log.warn('live news stopped: the listening connection was lost');
    for (let tries = 0; !isStopped; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs[tries] ?? retryMostMs));
      if (isStopped) return;
      try {
        const fresh = await connect();
        if (isStopped) return await fresh.end();
        current = fresh;
        onRecovered();
        return;
      } catch {
        // The database is still away; the next round tries again.
      }
    }
  }

  const asking = setInterval(() => {
    const client = current;
    client?.query('select 1').catch(() => void lost(client));
  }, askEveryMs);

  return {
    isListening: () => current !== undefined,
    async stop() {
      isStopped = true;
      clearInterval(asking);
      const client = current;
      current = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
