/** Which language and width a run of the robot is made in: another one for each commit, all of them within ten in a row. */
import { execFileSync } from 'node:child_process';

import { isLanguageId, languageIds, type LanguageId } from '@marigold/texts/languages';

/** Of a phone and of a desktop (`profiles` in ../visit.ts). */
export const widths = [375, 1190] as const;

export interface Turn {
  readonly language: LanguageId;
  readonly width: (typeof widths)[number];
}

/** The turn of a commit by its number: five languages and two widths have no common factor, so ten numbers meet all ten. */
export function turnOf(commit: number): Turn {
  return {
    language: languageIds[commit % languageIds.length] ?? 'en',
    width: widths[commit % widths.length] ?? 375,
  };
}

/** The turn of the commit that is checked out, or what ROBOT_LANGUAGE and ROBOT_WIDTH say. Throws when they say nonsense. */
export function turnOfToday(env: Readonly<Record<string, string | undefined>> = process.env): Turn {
  const { language, width } = turnOf(numberOfCommit());
  const wantedLanguage = env['ROBOT_LANGUAGE'] ?? language;
  const wantedWidth = widths.find((one) => String(one) === (env['ROBOT_WIDTH'] ?? String(width)));
  if (!isLanguageId(wantedLanguage)) throw new Error(`ROBOT_LANGUAGE is one of ${languageIds.join(', ')}.`);
  if (wantedWidth === undefined) throw new Error(`ROBOT_WIDTH is one of ${widths.join(', ')}.`);
  return { language: wantedLanguage, width: wantedWidth };
}

/** How many commits led here; of a shallow clone, which cannot count, its hash; 0 in a copy without history. */
function numberOfCommit(): number {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'false')
      return Number(git('rev-list', '--count', 'HEAD'));
    return Number.parseInt(git('rev-parse', 'HEAD').slice(-8), 16);
  } catch {
    return 0;
  }
}

function git(...words: string[]): string {
  const cwd = import.meta.dirname;
  return execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
