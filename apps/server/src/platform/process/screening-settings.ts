/** With which list of sanctioned persons people are compared before an identity holds (docs/operating.md "Screening"). */

/** `simulated`: a demo's own made-up people. `off`: the company compares by contract, or nobody is verified here. */
export type ScreeningSettings =
  | { readonly is: 'yente'; readonly url: string; readonly dataset: string }
  | { readonly is: 'simulated' | 'off' };

export function screeningOf(data: {
  readonly MODE: 'demo' | 'production';
  readonly SCREENING?: 'company' | undefined;
  readonly YENTE_URL?: string | undefined;
  readonly YENTE_DATASET: string;
}): ScreeningSettings {
  const { MODE: mode, SCREENING: by, YENTE_URL: url, YENTE_DATASET: dataset } = data;
  if (url !== undefined) return { is: 'yente', url: url.replace(/\/+$/, ''), dataset };
  return { is: mode === 'demo' && by === undefined ? 'simulated' : 'off' };
}

/** Nobody is verified in production without having been compared with a list, by us or by the company. */
export function screeningProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const { MODE: mode, SUMSUB_APP_TOKEN: company, SCREENING: by, YENTE_URL: url, YENTE_DATASET: set } = given;
  const problems: string[] = [];
  if (url !== undefined && by !== undefined)
    problems.push('SCREENING=company cannot go with YENTE_URL: one of them compares people with the lists.');
  if (set !== undefined && url === undefined) problems.push('YENTE_DATASET needs YENTE_URL.');
  if (mode === 'production' && company !== undefined && by === undefined && url === undefined)
    problems.push(
      'YENTE_URL is missing: whoever Sumsub verifies is compared with lists of sanctioned persons first, by yente, or by Sumsub where your contract says so (SCREENING=company).',
    );
  return problems;
}
