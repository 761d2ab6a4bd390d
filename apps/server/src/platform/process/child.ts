/** Processes that the program starts beside itself and that end when their standard input does. */
import type { ChildProcess } from 'node:child_process';

const stopTimeoutMs = 5000;

/** Answers when it is over, however it ended; at once where it is over already. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => void child.once('exit', () => resolve()));
}

/** Ends its standard input, kills it after five seconds, and answers when it is over; at once where it never began. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  child.stdin?.end();
  const late = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended(child);
  clearTimeout(late);
}
