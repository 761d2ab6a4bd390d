import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for one person's key. */
export type AskKey = (person: string) => Promise<string>;

/** Asks on the terminal without showing what is typed; otherwise takes the next line of standard input. */
export function askKeys(): { readonly ask: AskKey; close(): void } {
  const isTerminal = process.stdin.isTTY;
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  const lines = reader[Symbol.asyncIterator]();
  return {
    async ask(person) {
      if (isTerminal) process.stderr.write(`Key of ${person}: `);
      const { value, done } = await lines.next();
      if (isTerminal) process.stderr.write('\n');
      return done === true ? '' : value.trim();
    },
    close: () => reader.close(),
  };
}
