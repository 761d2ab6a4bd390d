/**
 * Every loop ends: what goes round by a condition has a bound with a name, or says above itself why it ends. A `for` with
 * all its three parts, and one over a list, ends by what it is made of.
 */
import { parse } from './source.ts';

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Names of bounds: a count that is not passed, or a moment. */
const bound = /(Max|[dD]eadline)$/;
const reason = /^\/\/ Ends: \w.{15,}/;
/** What ends a loop where a bound is reached. */
const exits: ReadonlySet<unknown> = new Set(['ThrowStatement', 'ReturnStatement', 'BreakStatement']);

/** Where loops stand in a file that nothing bounds and nobody explains. */
export function endlessOf(file: string, source: string): string[] {
  const parsed = parse(file, source);
  const lines = source.split('\n');
  return nodesIn(parsed.program)
    .filter((node) => goesByCondition(node) && !hasBound(node))
    .map(({ start }) => source.slice(0, Number(start)).split('\n').length)
    .filter((line) => !isExplained(lines, line))
    .map((line) => `${file}:${line}: a loop needs a bound with a name, or \`// Ends: …\` above it.`);
}

function goesByCondition({ type, test, update }: Node): boolean {
  if (type === 'ForStatement') return !isNode(test) || !isNode(update);
  return type === 'WhileStatement' || type === 'DoWhileStatement';
}

/** Its condition holds only below a bound, or it is left where one is reached; in both cases by something that it changes. */
function hasBound(loop: Node): boolean {
  const inside = isNode(loop['body']) ? loop['body'] : undefined;
  const steps = inside?.type === 'BlockStatement' ? nodesAmong(inside['body']) : [inside];
  return (
    conjunctsOf(loop['test']).some((part) => isCompared(part, ['<', '<='], loop)) ||
    steps.some((step) => isLeftAbove(step, loop))
  );
}

/** `if (tries > triesMax) throw …` and `assert(tries < triesMax, …)`. */
function isLeftAbove(step: Node | undefined, loop: Node): boolean {
  if (step?.type === 'IfStatement')
    return isCompared(step['test'], ['>', '>='], loop) && exits.has(lastOf(step['consequent'])?.type);
  const call = step?.type === 'ExpressionStatement' ? step['expression'] : undefined;
  if (!isNode(call) || call.type !== 'CallExpression' || nameOf(call['callee']) !== 'assert') return false;
  return isCompared(nodesAmong(call['arguments'])[0], ['<', '<='], loop);
}

function lastOf(statement: unknown): Node | undefined {
  if (!isNode(statement)) return undefined;
  return statement.type === 'BlockStatement' ? nodesAmong(statement['body']).at(-1) : statement;
}

/** A comparison of something that moves with the name of a bound on its right. */
function isCompared(part: unknown, operators: readonly string[], loop: Node): boolean {
  if (!isNode(part) || part.type !== 'BinaryExpression') return false;
  const { left, operator, right } = part;
  return operators.includes(String(operator)) && bound.test(nameOf(right)) && moves(left, loop);
}

/** A variable that the loop writes; what is asked anew each time, as the length of a list or the time, may have moved. */
function moves(value: unknown, loop: Node): boolean {
  if (!isNode(value)) return false;
  if (value.type !== 'Identifier')
    return value.type === 'CallExpression' || value.type === 'MemberExpression';
  return nodesIn(loop).some(
    ({ type, left, argument }) =>
      (type === 'AssignmentExpression' && nameOf(left) === nameOf(value)) ||
      (type === 'UpdateExpression' && nameOf(argument) === nameOf(value)),
  );
}

/** What must hold together; of alternatives none is a bound. */
function conjunctsOf(test: unknown): unknown[] {
  if (!isNode(test) || test.type !== 'LogicalExpression' || test['operator'] !== '&&') return [test];
  return [...conjunctsOf(test['left']), ...conjunctsOf(test['right'])];
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'MemberExpression') return nameOf(value['property']);
  return value.type === 'Identifier' ? String(value['name']) : '';
}

/** Whether the comment lines that end on the line above give a reason; lines count from 1. */
function isExplained(lines: readonly string[], line: number): boolean {
  const above = lines[line - 2]?.trim() ?? '';
  return above.startsWith('//') && (reason.test(above) || isExplained(lines, line - 1));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nodesAmong(values: unknown): Node[] {
  return Array.isArray(values) ? values.filter(isNode) : [];
}

/** A node and every node below it, in the order of the text. */
function nodesIn(top: unknown): Node[] {
  const found: Node[] = [];
  const open: unknown[] = [top];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isNode(value)) found.push(value);
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value).toReversed());
  }
  return found;
}
