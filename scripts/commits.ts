/** The form of a commit: what stands in the history can be read one step at a time, each with its reason. */
import { execFileSync } from 'node:child_process';

/** Nothing before this commit is held to the form: history is not rewritten. */
const heldSince = 'eca495ee';
/** Of a commit that is no move: more than that nobody reads in one go. */
export const filesMax = 100;
const subjectCharactersMax = 110;
/** A line of the body that says what moves or is renamed, and that nothing else changes. */
const movePattern = /^Move: \S/m;

export type Commit = {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  /** Files it touches; a file that only moved counts once. */
  readonly files: number;
};

/** What is wrong with the form of a commit, as sentences; empty where nothing is. */
export function faultsOf({ id, subject, body, files }: Commit): string[] {
  const faults: string[] = [];
  if (!/^[a-z][\w, -]*: \S/.test(subject))
    faults.push(`${id}: "${subject}" does not begin with its area and a colon`);
  if (subject.length > subjectCharactersMax)
    faults.push(`${id}: its subject has ${subject.length} characters of at most ${subjectCharactersMax}`);
  if (body.trim() === '') faults.push(`${id}: "${subject}" does not say why in its body`);
  if (files > filesMax && !movePattern.test(body))
    faults.push(
      `${id}: ${files} files of at most ${filesMax}, and no line "Move: …" says that it only moves or renames`,
    );
  return faults;
}

/** The commits that are held to the form, merges left out; undefined where this copy has no history that reaches back so far. */
export function commitsHeld(root: string): readonly Commit[] | undefined {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    git('merge-base', '--is-ancestor', heldSince, 'HEAD');
  } catch {
    return undefined;
  }
  const [record, field] = ['\u001E', '\u001F'];
  const format = `--format=${record}%h${field}%s${field}%b${field}`;
  return git('log', '--no-merges', '--find-renames', '--name-only', format, `${heldSince}..HEAD`)
    .split(record)
    .slice(1)
    .map((text) => {
      const [id = '', subject = '', body = '', names = ''] = text.split(field);
      return { id, subject, body, files: names.split('\n').filter((name) => name !== '').length };
    });
}
