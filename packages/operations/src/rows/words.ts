/** What is published, what is withdrawn, what support answers. */
import { choice, field, named } from '../fields.ts';
import { look, operation, usual } from '../operation.ts';

export const publishContent = operation({
  ...usual,
  name: 'content.publish',
  cli: 'publish-content',
  does: 'publish a Markdown file as the next version; --mail also mails an announcement',
  on: 'content',
  takes: {
    language: field('language'),
    file: field('markdown'),
    kind: named(choice('agreement', 'help', 'announcement')),
    title: named(field('title')),
    mail: field('flag'),
  },
  asks: ['content'],
  agrees: [],
  persons: 1,
  says: 'content.published',
  refusals: ['unfit', 'no_news', 'other_kind'],
});

export const retireAnnouncement = operation({
  ...usual,
  name: 'content.retire',
  cli: 'retire-announcement',
  does: 'withdraw an announcement in every language',
  on: 'content',
  takes: {},
  asks: ['content'],
  agrees: [],
  persons: 1,
  says: 'content.retired',
  refusals: ['gone'],
});

export const listTickets = look({
  name: 'ticket.list',
  cli: 'tickets',
  does: 'the open requests to support, oldest first',
  takes: {},
  asks: ['support'],
});

export const answerTicket = operation({
  ...usual,
  name: 'ticket.answer',
  cli: 'answer-ticket',
  does: 'answer a request; the person has it as a message and by mail',
  on: 'ticket',
  takes: { answer: { kind: 'lines', max: 2000 } },
  asks: ['support'],
  agrees: [],
  persons: 1,
  says: 'ticket.answered',
  refusals: ['gone'],
});
