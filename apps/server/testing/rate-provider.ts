/** Stands for a provider of rates: a real HTTP server on this machine that says what a test tells it to. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RateProvider = {
  readonly url: string;
  /** What it answers next: prices by asset, seen now or at `time`; or something else entirely. */
  says(prices: Readonly<Record<string, string>>, time?: number): void;
  answers(respond: (response: ServerResponse) => void): void;
  stop(): void;
};

export async function startRateProvider(): Promise<RateProvider> {
  let respond: (response: ServerResponse) => void = (response) => void response.writeHead(503).end();
  const server = createServer((_request, response) => respond(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    says(prices, time) {
      const list = Object.entries(prices).map(([asset, usd]) => ({ asset, usd, time }));
      respond = (response) => void response.end(JSON.stringify(list));
    },
    answers(next) {
      respond = next;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
