/** The bare minimum of the bench `api`: node:http alone takes a body and answers a small JSON. */
import { createServer } from 'node:http';

import { serveBench } from './side.ts';

const answer = JSON.stringify({ data: { code: 200, msg: 'Success', data: { ok: true } } });

const server = createServer((request, response) => {
  if (request.url === '/cpu') {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(process.cpuUsage()));
    return;
  }
  let bytes = 0;
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.on('end', () => {
    response.writeHead(bytes > 0 ? 200 : 400, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
    });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => serveBench(server));
