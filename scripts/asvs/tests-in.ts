/** The tests of a file by their names, read from its source, without running anything. */
import { parse } from '../walls/source.ts';

export interface NamedTest {
  /** Its own name behind those of what it is described in, as they are written: `$name` and `%s` of tables stay. */
  readonly path: readonly string[];
  /** Whether it may be left out: by a word of its own, of what it is described in, or of another test of the file. */
  readonly isSkipped: boolean;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** After one of these words a test does not run, or not everywhere. */
const skipping: ReadonlySet<string> = new Set(['skip', 'todo', 'skipIf', 'runIf', 'fails']);

interface Registration {
  readonly kind: string;
  readonly words: readonly string[];
  readonly name: string;
  /** What the test does, or the tests that are described. */
  readonly rest: readonly Node[];
}

/** Every test of a test file. */
export function testsIn(file: string, source: string): NamedTest[] {
  const found: (NamedTest & { readonly isOnly: boolean })[] = [];
  const visit = (value: unknown, above: readonly string[], isOut: boolean, isOnlyAbove: boolean): void => {
    for (const node of nodesIn(value)) {
      const call = registrationOf(node, source);
      if (call === undefined) {
        visit(Object.values(node), above, isOut, isOnlyAbove);
        continue;
      }
      const path = [...above, call.name];
      const isSkipped = isOut || call.words.some((word) => skipping.has(word)) || isLeftOut(call.rest);
      const isOnly = isOnlyAbove || call.words.includes('only');
      if (call.kind === 'describe') visit(call.rest, path, isSkipped, isOnly);
      else found.push({ path, isSkipped: isSkipped || skipsItself(call.rest), isOnly });
    }
  };
  visit(parse(file, source).program.body, [], false, false);
  const hasOnly = found.some(({ isOnly }) => isOnly);
  return found.map(({ path, isSkipped, isOnly }) => ({ path, isSkipped: isSkipped || (hasOnly && !isOnly) }));
}

/** The nodes that a value is or holds directly. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value] : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** `describe(…)`, `it.each(…)(…)` and their like; undefined for any other node. */
function registrationOf(node: Node, source: string): Registration | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [kind, ...words] = calledWords(node['callee']);
  const [title, ...rest] = nodesIn(node['arguments']);
  if (kind === undefined || !/^(describe|it|test)$/.test(kind)) return undefined;
  const name = title === undefined ? undefined : writtenText(title, source);
  return name === undefined ? undefined : { kind, words, name, rest };
}

/** `it.skip.each(…)` -> `it`, `skip`, `each`. */
function calledWords(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  switch (callee.type) {
    case 'Identifier':
      return [String(callee['name'])];
    case 'MemberExpression':
      return [...calledWords(callee['object']), ...calledWords(callee['property'])];
    case 'CallExpression':
      return calledWords(callee['callee']);
    case 'TaggedTemplateExpression':
      return calledWords(callee['tag']);
    default:
      return [];
  }
}

/** A text as it stands in the source; undefined for what is put together. */
function writtenText(node: Node, source: string): string | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return undefined;
  return source.slice(Number(node['start']) + 1, Number(node['end']) - 1);
}

/** `{ skip: true }` beside the name; the value may be anything that is not a plain false. */
function isLeftOut(rest: readonly Node[]): boolean {
  return rest
    .filter(({ type }) => type === 'ObjectExpression')
    .flatMap((options) => nodesIn(options['properties']))
    .some(({ key, value }) => {
      const word = calledWords(key)[0] ?? '';
      return skipping.has(word) && !(isNode(value) && value['value'] === false);
    });
}

/** Whether a test calls `skip()` of its context anywhere. */
function skipsItself(value: unknown): boolean {
  return nodesIn(value).some(
    (node) =>
      (node.type === 'CallExpression' && calledWords(node['callee']).at(-1) === 'skip') ||
      skipsItself(Object.values(node)),
  );
}
