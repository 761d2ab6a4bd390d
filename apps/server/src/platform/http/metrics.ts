/** Figures for monitoring: calls by path and code, how long they took, live connections, the process itself. */
import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  /** Counts one answered call. Paths that the contract does not know are counted together. */
  readonly answered: (path: string, code: number, seconds: number) => void;
  /** Serves /metrics to this machine alone (protocol.md "What is served where"). */
  register(app: FastifyInstance, live: () => { clients: number; bufferedBytes: number }): void;
};

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(knownPaths: readonly string[]): Metrics {
  const registry = new Registry();
  const known = new Set(knownPaths);
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: 'marigold_calls_total',
    help: 'Answered calls by path and code',
    labelNames: ['path', 'code'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'marigold_call_seconds',
    help: 'Time from a call to its answer',
    labelNames: ['path'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  return {
    answered(path, code, took) {
      const name = known.has(path) ? path : 'unknown';
      calls.inc({ path: name, code });
      seconds.observe({ path: name }, took);
    },
    register(app, live) {
      const gauge = (name: string, help: string, read: () => number) =>
        new Gauge({
          name,
          help,
          registers: [registry],
          collect() {
            this.set(read());
          },
        });
      gauge('marigold_live_connections', 'Open live connections', () => live().clients);
      gauge(
        'marigold_live_buffered_bytes',
        'Bytes that wait for slow connections',
        () => live().bufferedBytes,
      );
      app.get('/metrics', async (request, reply) => {
        if (!isFromHere(request.raw)) return await reply.code(404).send('');
        return await reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}

/** True for a request of this machine itself; one that a proxy passed on comes from elsewhere. */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  return isLoopback && headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}
