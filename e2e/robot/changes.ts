/**
 * What becomes different on a page: its parts, words and attributes, and what its fields hold. Only what stays different
 * counts, and nothing inside of what moves by itself.
 */
import type { BrowserContext } from '@playwright/test';

export interface Changes {
  /** Begins to look. */
  readonly watch: () => void;
  /** How many changes there were since the last question. */
  readonly stirred: () => number;
  /** Whatever has changed since `watch` moves by itself: it is left out from here on. */
  readonly leaveOut: () => void;
  /** What is different from here on is told by `since`. */
  readonly begin: (control: Element) => void;
  /** In words; a class or a style of the control and of what it stands in is a look, not a change. */
  readonly since: () => string[];
  readonly end: () => void;
}

declare global {
  interface Window {
    robotChanges: Changes;
    /** What one change means now, in words; undefined when nothing is different. `isFirst` of its place. */
    robotMeaning: (record: MutationRecord, isFirst: boolean, control: Element) => string | undefined;
  }
}

/** Has it in every document of a context. */
export async function bringChanges(context: BrowserContext): Promise<void> {
  await context.addInitScript(judgeChanges);
  await context.addInitScript(makeChanges);
}

/** Runs in every document before anything else. */
function judgeChanges(): void {
  const named = (node: Node): string => {
    if (!(node instanceof Element)) return `"${(node.textContent ?? '').trim().slice(0, 30)}"`;
    return `${node.localName}.${(node.getAttribute('class') ?? '').split(' ', 1)[0]}`;
  };
  window.robotMeaning = (record, isFirst, control) => {
    const { target, type, oldValue, attributeName, addedNodes, removedNodes } = record;
    if (!target.isConnected) return undefined;
    if (type === 'characterData') {
      return isFirst && target.nodeValue !== oldValue ? `words ${named(target)}` : undefined;
    }
    if (type === 'attributes' && target instanceof Element) {
      const name = attributeName ?? '';
      // Of the control, or of a frame around it that notices every touch (ui/pull-to-refresh.tsx).
      const isAround = control.contains(target) || target.contains(control);
      const isLook = (name === 'class' || name === 'style') && isAround;
      const isSame = target.getAttribute(name) === oldValue;
      return isFirst && !isLook && !isSame ? `${name} of ${named(target)}` : undefined;
    }
    const added = [...addedNodes].find((node) => node.isConnected);
    if (added !== undefined) return `new ${named(added)}`;
    // News of an earlier press that go away are nothing that this one did.
    if (target instanceof Element && target.closest('[role="status"]') !== null) return undefined;
    const gone = [...removedNodes].find((node) => !node.isConnected);
    return gone === undefined ? undefined : `gone ${named(gone)}`;
  };
}

/** Runs in every document before anything else. */
function makeChanges(): void {
  const moving = new WeakSet<Node>();
  const fields = new Map<Element, string>();
  let records: MutationRecord[] = [];
  let requests = 0;
  let control: Element = document.documentElement;

  const observer = new MutationObserver((more) => void records.push(...more));
  const isLeftOut = (node: Node | null): boolean =>
    node !== null && (node === document.head || moving.has(node) || isLeftOut(node.parentNode));
  const counting = (): MutationRecord[] => {
    records.push(...observer.takeRecords());
    return records.filter(({ target }) => !isLeftOut(target));
  };
  const listFields = () => [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
  const held = ({ value, checked }: HTMLInputElement) => `${value} ${checked}`;
  window.robotChanges = {
    watch() {
      records = [];
      requests = 0;
      const what = { subtree: true, childList: true, attributes: true, characterData: true };
      observer.observe(document, { ...what, attributeOldValue: true, characterDataOldValue: true });
    },
    stirred() {
      const { length } = counting();
      const more = length - requests;
      requests = length;
      return more;
    },
    leaveOut() {
      for (const { target } of counting()) moving.add(target);
    },
    begin(pressed) {
      control = pressed;
      observer.takeRecords();
      records = [];
      fields.clear();
      for (const field of listFields()) fields.set(field, held(field));
    },
    since() {
      const seen = new Map<Node, Set<string | null>>();
      const changes = counting().flatMap((record) => {
        const places = seen.get(record.target) ?? new Set();
        seen.set(record.target, places);
        const isFirst = !places.has(record.attributeName);
        places.add(record.attributeName);
        return window.robotMeaning(record, isFirst, control) ?? [];
      });
      const filled = listFields().filter((field) => {
        const before = fields.get(field);
        return before !== undefined && before !== held(field) && !isLeftOut(field);
      });
      return [...changes, ...filled.map(({ localName, type }) => `value of ${localName} ${type}`)];
    },
    end() {
      observer.disconnect();
      records = [];
    },
  };
}
