/** How much is allowed, where people are told so: rules, sentences, screens and texts take it from here. Plain data. */

/** Spec 5: an image has at most 20 M. */
export const uploadBytesMax = 20_000_000;
export const uploadMegabytes = uploadBytesMax / 1_000_000;
/** An answer to a case of risk, and the pictures that go with it. */
export const riskAnswerMax = 1000;
export const riskFilesMax = 5;

/** What something or somebody is called, and what is remarked beside it. */
export const nameMax = 40;
export const remarkMax = 140;

/** security.md 2. */
export const passkeysMax = 10;

/** Twelve months as people count them (domain.md B.12). */
export const exportMonthsMax = 12;
/** reliability.md 8. */
export const exportsPerHour = 3;
/** domain.md B.12. */
export const exportMailsPerDay = 3;
export const exportAddressesMax = 5;

/** reliability.md 8. */
export const newPayeesPerDay = 5;

const words = ['no', 'one', 'two', 'three', 'four', 'five'] as const;

/** A small number as an English sentence says it. */
export function inWords(count: number): string {
  return words[count] ?? String(count);
}

/** Recovery codes of two-step verification, made at once; so few left are worth a word (security.md 1). */
export const recoveryCodesMade = 10;
export const recoveryCodesFew = 3;

/** Whose identity is verified is an adult, and their document holds for a while (identity-cards-fund-agents.md 2.5). */
export const identityYearsMin = 18;
export const documentDaysMin = 30;
/** How old a proof of an address may be. */
export const addressProofMonthsMax = 3;
