/** Commands about words: what is published, what is withdrawn, what support answers. Run inside the caller's transaction. */
import { readFileSync } from 'node:fs';

import { lines } from '@marigold/contract/fields';

import { appendEvent } from '../modules/audit/event.ts';
import {
  mailAnnouncement,
  Publication,
  publishContent,
  retireAnnouncement,
} from '../modules/message/publish.ts';
import { answerCharsMax, answerTicket, listOpenTickets } from '../modules/message/tickets.ts';
import type { Database } from '../platform/database/database.ts';
import { queryable } from '../platform/database/database.ts';
import type { Command, MessageCommand } from './arguments.ts';
import type { Outcome } from './commands.ts';
import { actorOf, firstStranger, refused, timeOf } from './commands.ts';
import type { AskKey } from './keys.ts';

type Named<Name extends MessageCommand['name']> = Extract<MessageCommand, { name: Name }>;

const names: readonly string[] = [
  'publish-content',
  'retire-announcement',
  'tickets',
  'answer-ticket',
] satisfies readonly MessageCommand['name'][];

/** True for the commands that runMessageCommand carries out. */
export function isMessageCommand(command: Command): command is MessageCommand {
  return names.includes(command.name);
}

/** Carries out one command with the owner's login. */
export async function runMessageCommand(
  db: Database,
  command: MessageCommand,
  ask: AskKey,
  now: number,
): Promise<Outcome> {
  if (command.name === 'tickets') return await showTickets(db);
  const { by } = command;
  const stranger = await firstStranger(queryable(db), by === undefined ? [] : [by], ask);
  if (stranger !== undefined) return refused(stranger);
  switch (command.name) {
    case 'publish-content':
      return await publish(db, command, now);
    case 'retire-announcement':
      return await retire(db, command, now);
    case 'answer-ticket':
      return await answerOne(db, command, now);
  }
}

async function publish(db: Database, command: Named<'publish-content'>, now: number): Promise<Outcome> {
  const { id, language, file, kind, title, mail, reason, by } = command;
  let body: string;
  try {
    body = readFileSync(file, 'utf8');
  } catch {
    return refused(`${file} cannot be read.`);
  }
  const parsed = Publication.safeParse({ id, language, kind, title, body });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    return { isDone: false, lines: ['This cannot be published:', ...problems] };
  }
  if (mail && kind !== 'announcement') return refused('Only announcements are mailed.');
  const version = await publishContent(db, parsed.data, now);
  if (version === undefined) return refused(`"${id}" is content of another kind.`);
  if (mail) await mailAnnouncement(db, id);
  await appendEvent(queryable(db), {
    actor: actorOf(by),
    action: 'content.published',
    subject: `content:${id}`,
    reason,
    detail: { kind, language, version, mail },
  });
  return { isDone: true, lines: [`${id} in ${language} is published as version ${version}.`] };
}

async function retire(
  db: Database,
  { id, reason, by }: Named<'retire-announcement'>,
  now: number,
): Promise<Outcome> {
  const versions = await retireAnnouncement(db, id, now);
  if (versions === 0) return refused(`There is no announcement "${id}".`);
  await appendEvent(queryable(db), {
    actor: actorOf(by),
    action: 'content.retired',
    subject: `content:${id}`,
    reason,
    detail: { versions },
  });
  return { isDone: true, lines: [`${id} is withdrawn.`] };
}

async function showTickets(db: Database): Promise<Outcome> {
  const open = await listOpenTickets(db);
  return {
    isDone: true,
    lines:
      open.length === 0
        ? ['No request is open.']
        : open.flatMap(({ number, body, time }) => [
            `${number}  ${timeOf(time)}`,
            ...body.split('\n').map((row) => `  ${row}`),
          ]),
  };
}

async function answerOne(
  db: Database,
  { number, answer, reason, by }: Named<'answer-ticket'>,
  now: number,
): Promise<Outcome> {
  const text = answer.trim();
  if (text === '' || !lines(answerCharsMax).safeParse(text).success) {
    return refused(`The answer is empty, longer than ${answerCharsMax} characters, or no plain text.`);
  }
  if (!(await answerTicket(db, { number, answer: text, now }))) {
    return refused(`There is no open request "${number}".`);
  }
  // What was asked and answered is the person's; the log says that it was.
  await appendEvent(queryable(db), {
    actor: actorOf(by),
    action: 'ticket.answered',
    subject: `ticket:${number}`,
    reason,
    detail: { characters: text.length },
  });
  return { isDone: true, lines: [`${number} is answered.`] };
}
