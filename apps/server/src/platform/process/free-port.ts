/** Which port the embedded database takes. */
import * as fs from 'node:fs';
import { createServer } from 'node:net';

/**
 * A port that nobody has: the one that `options`, the file in which PostgreSQL keeps how it was started last, names, where
 * it is free, because whoever else uses this database looks for it there; else any.
 */
export async function choosePort(options?: string): Promise<number> {
  const last = options === undefined ? undefined : lastPort(options);
  const port = (last === undefined ? undefined : await ifFree(last)) ?? (await ifFree(0));
  if (port === undefined) throw new Error('There is no free port.');
  return port;
}

function lastPort(options: string): number | undefined {
  const port = fs.existsSync(options) ? /port=(\d+)/.exec(fs.readFileSync(options, 'utf8'))?.[1] : undefined;
  return port === undefined ? undefined : Number(port);
}

/** The port if nobody has it, for 0 any that nobody has; undefined when it is taken. */
async function ifFree(wanted: number): Promise<number | undefined> {
  const probe = createServer();
  return await new Promise((resolve) => {
    probe.once('error', () => resolve(undefined));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(address === null || typeof address === 'string' ? undefined : address.port));
    });
  });
}
