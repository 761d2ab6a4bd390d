/** Where a test server sends mails and SMS: they are kept here, once the job that sends them has run in this process. */
import type { JobHandlers } from '../src/platform/jobs/jobs.ts';

export type Mailbox = {
  readonly send: (message: { readonly to: string; readonly text: string }) => Promise<void>;
  /** The last mail or SMS to an address, waited for by asking the job queue, never by sleeping. Throws where there is none. */
  readonly last: (to: string) => Promise<string>;
};

/** `jobs` are those of the server, which is made after its mailbox. */
export function createMailbox(ownerUrl: string, jobs: () => JobHandlers): Mailbox {
  const sent: { to: string; text: string }[] = [];
  let running = Promise.resolve();
  return {
    send: async ({ to, text }) => void sent.push({ to, text }),
    async last(to) {
      // One after the other: a job that somebody else's run has taken is done when that run has ended.
      running = running.then(async () => await runJobs(ownerUrl, jobs()));
      await running;
      const mail = sent.findLast((one) => one.to === to);
      if (mail === undefined) throw new Error(`no mail to ${to}`);
      return mail.text;
    },
  };
}

/** Runs every waiting job once, in this process. */
async function runJobs(ownerUrl: string, jobs: JobHandlers): Promise<void> {
  const { Logger, runOnce } = await import('graphile-worker');
  const taskList = Object.fromEntries(
    Object.entries(jobs).map(([task, run]) => [task, async (payload: unknown) => await run(payload)]),
  );
  await runOnce({
    connectionString: ownerUrl,
    taskList,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}
