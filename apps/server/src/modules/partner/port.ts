/** What monitoring counts the calls of companies to us as. */
export const hookPath = 'hooks';
