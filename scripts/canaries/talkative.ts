/**
 * The demo company as one that says more than it is asked: beside its answers about a card stand its number, code and PIN, and
 * whatever it was given. A company may do so any day; nothing of it may stay with us.
 */
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { CardWorld } from '@marigold/partners/simulator/card-world';

export type Talkative = {
  /** The origin that the house asks. */
  readonly url: string;
  /** How often it answered what is printed on a card. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
};

/** Stands between the house and the company at `origin`; listens on this machine alone. */
export async function startTalkative({ cards }: CardWorld, origin: string): Promise<Talkative> {
  let count = 0;

  function withMore(answered: string, request: string): string {
    const answer = JSON.parse(answered) as { data?: { readonly card_id?: string } };
    const card = cards.get(answer.data?.card_id ?? '');
    if (card !== undefined) count += 1;
    const printed = card === undefined ? {} : { card_no: card.secrets.pan, ...card.secrets };
    const more = { ...printed, message: Object.values(printed).join(' '), request };
    return JSON.stringify({ ...answer, ...more, data: { ...answer.data, ...more } });
  }

  async function handOn(
    request: IncomingMessage,
  ): Promise<{ readonly status: number; readonly answered: string }> {
    const body = await text(request);
    const { method = 'GET', url = '/' } = request;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${origin}${url}`, { method, headers, body });
    return { status: response.status, answered: withMore(await response.text(), body) };
  }

  const server = createServer((request, response) => {
    // What the company did not answer is not answered here.
    handOn(request).then(
      ({ status, answered }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(answered),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
