import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the bench where a server of its own listens, and ends with it. */
export function serveBench(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url: `http://127.0.0.1:${port}` });
}
