/** Every place between two durable effects, in the order in which a wish meets them. */
export const partnerCrashPoints = [
  'partner.before-wish-commit',
  'partner.after-wish-commit',
  'partner.after-sent-commit',
  'partner.after-send',
  'partner.before-apply-commit',
  'partner.after-apply-commit',
  'partner.event.after-store',
  'partner.event.before-apply-commit',
] as const;
export type PartnerCrashPoint = (typeof partnerCrashPoints)[number];
