import { defineStates } from '@marigold/money/states';

/**
 * Wider limits that somebody asked for. `applied`: in force and written down so; they were in force from their moment on.
 * `void`: cancelled, or replaced, or ended by what throws a thief out.
 */
export const limitChangeStates = defineStates({
  thing: 'a change of limits',
  firsts: ['pending'],
  finals: ['applied', 'void'],
  next: { pending: ['applied', 'void'], applied: [], void: [] },
});
