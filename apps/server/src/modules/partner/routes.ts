/** POST /hooks/{provider} (protocol.md "What is served where"): raw bytes, no envelope, no bearer. */
import type { FastifyInstance } from 'fastify';

import type { Metrics } from '../../platform/http/metrics.ts';
import type { Clock } from '../../platform/process/clock.ts';
import { type EventDependencies, type PartnerEvents, receiveEvent } from './event.ts';
import { hookPath } from './port.ts';

const bodyMax = 256 * 1024;

export type HookDependencies = EventDependencies & {
  readonly clock: Clock;
  /** By the name in the address. */
  readonly partners: ReadonlyMap<string, PartnerEvents>;
  /** Runs the rounds at once. */
  readonly nudge: (provider: string) => void;
  readonly answered: Metrics['answered'];
};

/** Registers the hooks. Whoever is not signed, or is no partner, is answered 401 and leaves nothing behind. */
export async function registerHooks(app: FastifyInstance, dependencies: HookDependencies): Promise<void> {
  const { clock, partners, nudge, answered } = dependencies;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMax }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { provider: string } }>('/hooks/:provider', async (request, reply) => {
      const begun = performance.now();
      const { provider } = request.params;
      const events = partners.get(provider);
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const outcome =
        events === undefined
          ? 'forged'
          : await receiveEvent(dependencies, provider, events, {
              raw,
              headers: request.headers,
              now: clock(),
            });
      if (outcome !== 'forged') nudge(provider);
      const code = outcome === 'forged' ? 401 : 200;
      answered(hookPath, code, (performance.now() - begun) / 1000);
      return await reply.code(code).send();
    });
  });
}
