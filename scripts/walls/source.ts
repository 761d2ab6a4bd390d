/** Reads a source file as the checks need it: what it imports, and the texts it contains. */
import { parseSync } from 'vite';

type Parsed = ReturnType<typeof parseSync>;

/** A text of a program: a string or a template, its values left out. */
export interface SourceText {
  readonly text: string;
  /** The line it begins in, from 1. */
  readonly line: number;
}

export function parse(file: string, source: string): Parsed {
  return parseSync(file, source);
}

/** Everything a file imports or re-exports, types and dynamic imports with a plain text included. */
export function requestsOf({ module }: Parsed, source: string): string[] {
  return [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      return /^(['"`])(.*)\1$/.exec(source.slice(start, end))?.[2] ?? [];
    }),
  ];
}

/** Every string and template of a file; what a template inserts is a `$0`, so that words around it stay apart. */
export function textsOf({ program }: Parsed, source: string): SourceText[] {
  const found: SourceText[] = [];
  const open: unknown[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) open.push(...node);
    else if (isNode(node)) {
      const text = textOf(node);
      if (text !== undefined)
        found.push({ text, line: source.slice(0, Number(node['start'])).split('\n').length });
      open.push(...Object.values(node).filter((value) => typeof value === 'object' && value !== null));
    }
  }
  return found.toSorted((left, right) => left.line - right.line);
}

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf({ type, value, quasis }: Readonly<Record<string, unknown>>): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined;
  return quasis.map((one: { readonly value: { readonly raw: string } }) => one.value.raw).join('$0');
}
