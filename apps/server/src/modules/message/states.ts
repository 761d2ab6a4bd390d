import { defineStates } from '@marigold/money/states';

/** What somebody asked support. `closed`: without an answer; no command does so, only the owner of the database can. */
export const ticketStates = defineStates({
  thing: 'a ticket',
  firsts: ['open'],
  finals: ['answered', 'closed'],
  next: { open: ['answered', 'closed'], answered: [], closed: [] },
});
