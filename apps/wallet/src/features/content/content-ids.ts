/** The content that the program brings along and its pages lead to (apps/server/content); others are found by their links. */
export const helpIds = ['help-transfer', 'help-security', 'help-fees'] as const;
export const agreementIds = ['terms', 'privacy'] as const;
