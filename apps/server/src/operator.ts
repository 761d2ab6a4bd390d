/**
 * `npm run operator -- <command>`: what only persons may do, on the services that the console will call. Every deed
 * needs a reason and leaves an audit row; what touches money needs a second person's key.
 */
import pg from 'pg';

import { readCommand, usage } from './operator/arguments.ts';
import { runCommand } from './operator/commands.ts';
import { ownerUrlOf } from './operator/instance.ts';
import { askKeys } from './operator/keys.ts';
import { ConfigurationError, readConfig } from './platform/config.ts';

async function main(given: readonly string[]): Promise<number> {
  const command = readCommand(given);
  if (command === undefined) {
    console.error(usage);
    return 2;
  }
  const found = ownerUrlOf(readConfig(process.env));
  if ('problem' in found) {
    console.error(found.problem);
    return 1;
  }
  const keys = askKeys();
  const owner = new pg.Client({ connectionString: found.url, application_name: 'marigold-operator' });
  owner.on('error', () => undefined);
  try {
    await owner.connect();
    await owner.query('begin');
    const { isDone, lines } = await runCommand(owner, command, keys.ask);
    await owner.query('commit');
    for (const line of lines) console.log(line);
    return isDone ? 0 : 1;
  } finally {
    keys.close();
    await owner.end();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
