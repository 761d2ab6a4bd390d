/** How one node is asked, and what of its answer is believed. */
import { createServer, type RequestListener, type Server } from 'node:http';

import { ChainUnavailable } from '@marigold/chain/port';
import { afterEach, describe, expect, it } from 'vitest';

import { createNode, NodeRefused } from './node.ts';

let server: Server | undefined;

/** Answers the address without its protocol. */
async function listen(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `127.0.0.1:${address.port}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});

describe('a node', () => {
  it('hears the name and the password of its address, and nobody else does', async () => {
    const host = await listen((request, response) => {
      response.end(JSON.stringify({ result: [request.headers.authorization, request.url] }));
    });
    const login = `Basic ${Buffer.from('anna:p@ss').toString('base64')}`;
    const node = createNode(`http://anna:p%40ss@${host}/v3/key?a=1`);
    expect(node.host).toBe(host);
    expect(await node.request('eth_chainId')).toEqual([login, '/v3/key?a=1']);
    expect(await createNode(`http://${host}`).request('eth_chainId')).toEqual([null, '/']);
  });

  it('refuses what it refuses also where the status says so', async () => {
    const host = await listen((_, response) => {
      response.writeHead(400).end(JSON.stringify({ error: { code: 3, message: 'reverted' } }));
    });
    const refused = createNode(`http://${host}`).request('eth_call');
    await expect(refused).rejects.toThrow(NodeRefused);
    await expect(refused).rejects.toThrow('reverted (3)');
  });

  it.each([
    ['a sentence', { error: 'out of order' }],
    ['an error without a code', { error: { message: 'out of order' } }],
    ['a result', { result: '0x1' }],
    ['nothing', undefined],
  ])('is believed nothing where its status is bad and its body is %s', async (_, body) => {
    const host = await listen((_request, response) => {
      response.writeHead(502).end(JSON.stringify(body));
    });
    const answer = createNode(`http://${host}`).request('eth_chainId');
    await expect(answer).rejects.toThrow(ChainUnavailable);
    await expect(answer).rejects.toThrow('status 502');
  });

  it('is heard no further than the largest block, also where it does not say how much it will say', async () => {
    const part = Buffer.alloc(1024 * 1024, ' ');
    let isOver = false;
    let parts = 0;
    const host = await listen((_, response) => {
      response.on('close', () => (isOver = true));
      const more = (): void => {
        if (isOver) return;
        parts += 1;
        response.write(part, more);
      };
      more();
    });
    await expect(createNode(`http://${host}`).request('eth_chainId')).rejects.toThrow(
      'larger than any block',
    );
    await expect.poll(() => isOver).toBe(true);
    expect(parts).toBeGreaterThanOrEqual(64);
    expect(parts).toBeLessThan(200);
  });
});
