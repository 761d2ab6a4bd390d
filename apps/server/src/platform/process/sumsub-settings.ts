/** The settings of our account at Sumsub: all of them or none. */
/** Our account at Sumsub (docs/operating.md "Identity"). */
export type SumsubAccount = {
  readonly url: string;
  readonly appToken: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The level of its dashboard that asks for what we need. */
  readonly level: string;
};

/** What makes an account, beside where it is. */
const sumsubNames = [
  'SUMSUB_APP_TOKEN',
  'SUMSUB_SECRET_KEY',
  'SUMSUB_WEBHOOK_SECRET',
  'SUMSUB_LEVEL',
] as const;

type Given = Readonly<Partial<Record<(typeof sumsubNames)[number], string | undefined>>>;

/** Undefined unless all of it is set. */
export function sumsubOf(data: Given & { readonly SUMSUB_URL: string }): SumsubAccount | undefined {
  const { SUMSUB_URL: url, SUMSUB_APP_TOKEN: appToken, SUMSUB_SECRET_KEY: secretKey } = data;
  const { SUMSUB_WEBHOOK_SECRET: webhookSecret, SUMSUB_LEVEL: level } = data;
  if (!appToken || !secretKey || !webhookSecret || !level) return undefined;
  return { url: url.replace(/\/+$/, ''), appToken, secretKey, webhookSecret, level };
}

/** A part of it alone is of no use to anybody. */
export function sumsubProblems(given: Given): string[] {
  const missing = sumsubNames.filter((name) => given[name] === undefined);
  const isWhole = missing.length === 0 || missing.length === sumsubNames.length;
  return isWhole ? [] : [`${sumsubNames.join(', ')} go together; ${missing.join(', ')} missing.`];
}
