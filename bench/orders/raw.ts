/**
 * The anchor of `httpEntry`: node:http does what any entry of orders does before its engine. It reads the same request down
 * to the order in it, looks at two of its fields and answers a small JSON; it knows no signature, person, limit or key.
 */
import { createServer } from 'node:http';

import { serveBench } from '../api/side.ts';

type Order = { readonly side?: unknown; readonly price?: unknown };

const server = createServer((request, response) => {
  const answer = (status: number, data: object): void => {
    const text = JSON.stringify(data);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  if (request.url === '/cpu') return answer(200, process.cpuUsage());
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { side, price } = orderIn(Buffer.concat(parts).toString());
    const isOrder = side !== undefined && typeof price === 'string';
    answer(isOrder ? 200 : 400, { data: { code: 200, msg: 'Success', data: { isOrder } } });
  });
});
server.listen(0, '127.0.0.1', () => serveBench(server));

/** What lies in the envelope: JSON in Base64 in JSON. */
function orderIn(body: string): Order {
  const { data } = JSON.parse(body) as { data: string };
  const { appRequest } = JSON.parse(Buffer.from(data, 'base64').toString()) as {
    appRequest: { data: Order };
  };
  return appRequest.data;
}
