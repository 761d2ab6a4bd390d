/**
 * Markdown as data (contract: Block, Inline). Nothing here becomes HTML anywhere: markup of HTML is dropped, images as
 * well, and a link keeps its address only where it leads to a page of the app, to the web or to a mailbox.
 */
import { type Block, Inline } from '@marigold/contract/calls/app';
import { fromMarkdown } from 'mdast-util-from-markdown';

export const markdownCharsMax = 100_000;
/** As many as the contract's answer takes. */
const blocksMax = 2000;
const itemsMax = 500;
/** Quotes in lists in quotes: deeper than this nobody reads, and nothing is read. */
const depthMax = 6;
const linkCharsMax = 2000;

/** Nothing is meant by so many marks of quotes and lists in one line, and the parser would take seconds for it. */
const nested = /^[>\s*+-]{80,}/gm;

type Style = Inline['style'];
type Node = ReturnType<typeof fromMarkdown>['children'][number];
type ListItem = Extract<Node, { type: 'listItem' }>;
type Phrasing = Extract<Node, { type: 'paragraph' }>['children'][number];

/** The blocks of a text; what has no place in the contract is left out. */
export function blocksOf(markdown: string): Block[] {
  const { children } = fromMarkdown(markdown.slice(0, markdownCharsMax).replace(nested, ''));
  return children.flatMap((node) => blockOf(node, 0)).slice(0, blocksMax);
}

/** The first words of a text without any form, for one line of a list. */
export function summaryOf(blocks: readonly Block[], charsMax: number): string {
  const first = blocks.find((block) => block.kind === 'paragraph');
  const text = first === undefined || !('text' in first) ? '' : first.text.map((run) => run.text).join('');
  const chars = Array.from(text.replace(/\s+/g, ' ').trim());
  return chars.length <= charsMax
    ? chars.join('')
    : `${chars
        .slice(0, charsMax - 1)
        .join('')
        .trimEnd()}…`;
}

/** The whole text without any form, for a mail. */
export function plainText(blocks: readonly Block[]): string {
  const textOf = (text: readonly Inline[]) =>
    text
      .map((run) =>
        run.link === null || run.link === run.text || run.link.startsWith('/')
          ? run.text
          : `${run.text} (${run.link})`,
      )
      .join('');
  return blocks
    .map((block) => {
      if (block.kind === 'rule') return '—';
      if (block.kind !== 'list') return textOf(block.text);
      return block.items
        .map((item, index) => `${block.isOrdered ? `${index + 1}.` : '•'} ${textOf(item)}`)
        .join('\n');
    })
    .join('\n\n');
}

function blockOf(node: Node, depth: number): Block[] {
  if (depth > depthMax) return [];
  switch (node.type) {
    case 'heading': {
      const level = node.depth === 1 ? 1 : node.depth === 2 ? 2 : 3;
      return withText(inlineOf(node.children), (text) => ({ kind: 'heading', level, text }));
    }
    case 'paragraph':
      return withText(inlineOf(node.children), (text) => ({ kind: 'paragraph', text }));
    case 'code':
      return withText([run(node.value, 'code', null)], (text) => ({ kind: 'paragraph', text }));
    case 'blockquote':
      return node.children.flatMap((child) => quoted(child, depth + 1));
    case 'list': {
      const items = node.children.flatMap((item) => itemsOf(item, depth + 1)).slice(0, itemsMax);
      return items.length === 0 ? [] : [{ kind: 'list', isOrdered: node.ordered === true, items }];
    }
    case 'thematicBreak':
      return [{ kind: 'rule' }];
    default:
      return [];
  }
}

/** A quote is its paragraphs; what else stands in it stays what it is. */
function quoted(node: Node, depth: number): Block[] {
  return blockOf(node, depth).map((block) =>
    block.kind === 'paragraph' ? { kind: 'quote', text: block.text } : block,
  );
}

/** An item is one line of runs; items of a list inside it follow it as items of their own. */
function itemsOf(item: ListItem, depth: number): Inline[][] {
  if (depth > depthMax) return [];
  const own: Inline[] = [];
  const inner: Inline[][] = [];
  for (const child of item.children) {
    for (const block of blockOf(child, depth)) {
      if (block.kind === 'list') inner.push(...block.items);
      else if (block.kind !== 'rule')
        own.push(...(own.length > 0 ? [run(' ', 'plain', null)] : []), ...block.text);
    }
  }
  return own.length === 0 ? inner : [own, ...inner];
}

function withText(text: readonly Inline[], make: (text: Inline[]) => Block): Block[] {
  const filled = text.filter((one) => one.text !== '');
  return filled.some((one) => one.text.trim() !== '') ? [make(filled)] : [];
}

function inlineOf(
  nodes: readonly Phrasing[],
  style: Style = 'plain',
  link: string | null = null,
  depth = 0,
): Inline[] {
  if (depth > depthMax) return [];
  return nodes.flatMap((node): Inline[] => {
    switch (node.type) {
      case 'text':
        return [run(node.value, style, link)];
      case 'inlineCode':
        return [run(node.value, 'code', link)];
      case 'break':
        return [run('\n', style, link)];
      case 'strong':
        return inlineOf(node.children, 'strong', link, depth + 1);
      case 'emphasis':
        return inlineOf(node.children, style === 'strong' ? style : 'emphasis', link, depth + 1);
      case 'link':
        return inlineOf(node.children, style, safeLink(node.url), depth + 1);
      case 'linkReference':
        return inlineOf(node.children, style, null, depth + 1);
      default:
        return [];
    }
  });
}

/** Characters that reorder or hide what stands around them would make a link look like another one. */
const hidden = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

function run(text: string, style: Style, link: string | null): Inline {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(hidden, (char) => (char === '\n' || char === '\t' ? char : ''));
  return { text: clean.toWellFormed(), style, link };
}

/** A page of this app, written plainly; whether it exists is asked by the app. */
const ownPage = /^\/(?:pages(?:\/[a-zA-Z_]+)+(?:\?[\w=&.%-]*)?)?$/;
const mailbox = /^mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** The address of a link that may be shown as one; null for every other. */
export function safeLink(written: string): string | null {
  if (written.length > linkCharsMax) return null;
  if (ownPage.test(written) || mailbox.test(written)) return written;
  // Nothing is mended: what a parser would drop or turn round is no address that a person wrote.
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(written) || /[\\<>"'`{}|^]/.test(written)) return null;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  return url === undefined || url.username !== '' || url.password !== '' ? null : written;
}
