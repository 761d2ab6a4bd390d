/** What a file names: a document its headings, SQL what it makes, a program everything that it declares. */
import { parse } from '../walls/source.ts';

/** Undefined for a kind of file whose names nobody can read here. */
export function symbolsIn(file: string, source: string): ReadonlySet<string> | undefined {
  if (file.endsWith('.md'))
    return new Set([...source.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim()));
  if (file.endsWith('.sql'))
    return new Set(
      [...source.matchAll(/\b(?:table|function|view|constraint|trigger)\s+([\w.]+)/gi)].map(
        ([, name = '']) => name,
      ),
    );
  return /\.(ts|tsx|mjs)$/.test(file) ? declaredIn(parse(file, source).program) : undefined;
}

/** Names of functions, values, types and fields, wherever they are declared. */
function declaredIn(program: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const open: unknown[] = [program];
  // Ends: each turn takes one node off, and a tree has no node twice.
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, id, key } = node as Readonly<Record<string, unknown>>;
    const isDeclaration = /Declarat(ion|or)$|^(Property|PropertyDefinition|TSPropertySignature)$/;
    if (typeof type === 'string' && isDeclaration.test(type))
      for (const name of namesOf(id ?? key)) names.add(name);
    open.push(...Object.values(node).filter((value) => typeof value === 'object' && value !== null));
  }
  return names;
}

/** Of an identifier its name, of a quoted key its text. */
function namesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { name, value } = node as Readonly<Record<string, unknown>>;
  return [name, value].filter((one): one is string => typeof one === 'string');
}
