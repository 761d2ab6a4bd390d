/** What css defines and what code names of it, read from their text. */
import { basename } from 'node:path';

import { parseSync } from 'vite';

/** A class as code names it: whole, or the beginning that a template completes (`button-${kind}`). */
export interface NamedClass {
  readonly name: string;
  readonly isBeginning: boolean;
}

/** The selectors of each rule of a style sheet, without at-rules and without the steps of movements. */
export function rulesOf(css: string): string[][] {
  const bare = css.replaceAll(/\/\*.*?\*\//gs, '');
  const heads = [...bare.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim());
  return heads
    .filter((head) => !/^(@|from\b|to\b|\d)/.test(head))
    .map((head) => head.split(/,\s*(?![^(]*\))/));
}

/** The classes that a selector names, wherever they stand in it. */
export function classesOf(selector: string): string[] {
  return [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name);
}

/** The style sheet whose name a class begins with; the longest such name wins. */
export function sheetOfClass(name: string, sheets: readonly string[]): string | undefined {
  const owners = sheets.filter((sheet) => `${name}-`.startsWith(`${basename(sheet, '.css')}-`));
  return owners.toSorted((one, other) => basename(one).length - basename(other).length).at(-1);
}

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Every node of a tree, each before those inside it. */
function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield value;
  for (const child of Object.values(value)) yield* nodesOf(child);
}

const nameOf = (node: unknown): unknown => (isNode(node) ? node['name'] : undefined);

/** The words of all strings of a file, also of those that are no classes. */
export function wordsOf(file: string, source: string): NamedClass[] {
  return [...nodesOf(parseSync(file, source).program)].flatMap(textsOf);
}

/** The classes that a file gives to what it draws: what it assigns to `className`, also by a name of this file. */
export function classNamesOf(file: string, source: string): NamedClass[] {
  const nodes = [...nodesOf(parseSync(file, source).program)];
  const valueOf = new Map(
    nodes
      .filter(({ type }) => type === 'VariableDeclarator')
      .map((node) => [nameOf(node['id']), node['init']] as const),
  );
  const given = nodes.flatMap((node) => {
    if (node.type === 'JSXAttribute') return nameOf(node['name']) === 'className' ? [node['value']] : [];
    if (node.type === 'Property') return nameOf(node['key']) === 'className' ? [node['value']] : [];
    return [];
  });
  return given.flatMap((value) => textsIn(value, valueOf));
}

/** What an expression can be as a text: both branches of a choice, the parts of a template, the value of a name. */
function textsIn(value: unknown, valueOf: ReadonlyMap<unknown, unknown>): NamedClass[] {
  if (!isNode(value)) return [];
  const inside = (...parts: string[]) => parts.flatMap((part) => textsIn(value[part], valueOf));
  switch (value.type) {
    case 'JSXExpressionContainer':
      return inside('expression');
    case 'ConditionalExpression':
      return inside('consequent', 'alternate');
    case 'LogicalExpression':
      return inside('left', 'right');
    case 'CallExpression':
      return inside('callee');
    case 'MemberExpression':
      return inside('object');
    case 'Identifier':
      return textsIn(valueOf.get(value['name']), new Map());
    case 'TemplateLiteral':
      return textsOfTemplate(value, valueOf);
    default:
      return textsOf(value);
  }
}

/** The parts of a template and what stands between them, but for what completes a beginning. */
function textsOfTemplate(value: Node, valueOf: ReadonlyMap<unknown, unknown>): NamedClass[] {
  const expressions = value['expressions'] as readonly Node[];
  return (value['quasis'] as readonly Node[]).flatMap((part, index) => {
    const texts = textsOf(part);
    const isCompletion = texts.at(-1)?.isBeginning === true;
    return isCompletion ? texts : [...texts, ...textsIn(expressions[index], valueOf)];
  });
}

/** The words of one string or of one part of a template; the last of a part is a beginning where an expression follows. */
function textsOf(node: Node): NamedClass[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? split(node['value']) : [];
  if (node.type !== 'TemplateElement') return [];
  const { raw } = node['value'] as { readonly raw: string };
  return split(raw).map(({ name }) => ({ name, isBeginning: name.endsWith('-') && raw.endsWith(name) }));
}

function split(text: string): NamedClass[] {
  return text.split(/\s+/).flatMap((name) => (name === '' ? [] : [{ name, isBeginning: false }]));
}
