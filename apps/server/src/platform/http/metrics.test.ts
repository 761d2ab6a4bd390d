import { fastify } from 'fastify';
import { expect, it } from 'vitest';

import { createMetrics } from './metrics.ts';

async function scrape(headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') {
  const metrics = createMetrics(['user/login']);
  const app = fastify();
  metrics.register(app, () => ({ clients: 3, bufferedBytes: 7 }));
  metrics.answered('user/login', 200, 0.02);
  metrics.answered('../../etc/passwd', 404, 0.001);
  const answer = await app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress });
  await app.close();
  return answer;
}

it('counts calls by path and code, and paths of nobody together', async () => {
  const { body } = await scrape();
  expect(body).toContain('marigold_calls_total{path="user/login",code="200"} 1');
  expect(body).toContain('marigold_calls_total{path="unknown",code="404"} 1');
  expect(body).toContain('marigold_live_connections 3');
  expect(body).not.toContain('passwd');
});

it('answers this machine alone, and nobody whom a proxy passed on', async () => {
  expect((await scrape()).statusCode).toBe(200);
  expect((await scrape({}, '203.0.113.9')).statusCode).toBe(404);
  expect((await scrape({ 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404);
});
