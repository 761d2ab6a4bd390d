/** The controls of a page: which can be pressed, which are of one kind, and where a finger meets them. */
import type { BrowserContext } from '@playwright/test';

export interface Control {
  /** The same for controls that the same code draws: rows of a list, chips of one line. */
  readonly kind: string;
  /** For people. */
  readonly name: string;
  /** Beside the page itself: bars, heads, what every page has. */
  readonly isShell: boolean;
  /** In a sheet or a dialog over the page. */
  readonly isInSheet: boolean;
}

/** A control as it was found, to be found again. */
export interface ChosenControl extends Which {
  readonly name: string;
}

/** One control of those of its kind that stand on the page at that moment. */
export interface Which {
  readonly kind: string;
  readonly at: 'first' | 'last';
}

/** How a control is pressed. */
export type Aim =
  | { readonly by: 'finger'; readonly x: number; readonly y: number }
  /** It has no place for a finger: it is there for the keyboard. A slider is, too: its marks may lie on its middle. */
  | { readonly by: 'key'; readonly key: 'Enter' | 'ArrowLeft' | 'ArrowRight' }
  /** The browser's own list of options: another one is chosen. */
  | { readonly by: 'choice' };

export interface Controls {
  readonly list: () => Control[];
  /** Takes hold of one for what follows, and brings it into the middle of the window; false when there is none. */
  readonly take: (which: Which) => boolean;
  /** The one that was taken. */
  readonly taken: () => Element;
  readonly aim: () => Aim;
  /** Whether a finger would come to the one that was taken, and not to what lies over it. */
  readonly isReached: () => boolean;
  /** Chooses another option of the list that was taken than the one that is chosen. */
  readonly choose: () => void;
}

declare global {
  interface Window {
    robotControls: Controls;
    /** The code that draws a control and answers to it, as one number. */
    robotKind: (control: Element) => string;
  }
}

/** Has it in every document of a context. */
export async function bringControls(context: BrowserContext): Promise<void> {
  await context.addInitScript(knowKinds);
  await context.addInitScript(offerControls);
}

/**
 * Which of the controls of a page are pressed. Of a kind the first and the last: 250 regions are one piece of code. What
 * every page has is pressed once for all of them; `known` remembers it.
 */
export function chooseControls(found: readonly Control[], known: Set<string>): ChosenControl[] {
  return [...Map.groupBy(found, ({ kind }) => kind)].flatMap(([kind, alike]) => {
    const [first] = alike;
    const last = alike.at(-1);
    if (first === undefined || last === undefined || known.has(kind)) return [];
    if (first.isShell) known.add(kind);
    const chosen: ChosenControl[] = [{ kind, at: 'first', name: first.name }];
    return first === last ? chosen : [...chosen, { kind, at: 'last', name: last.name }];
  });
}

/**
 * Runs in every document. React keeps what it draws an element with beside it; where it stops doing so, an element's
 * looks tell kinds apart, and more alike ones are taken for one.
 */
function knowKinds(): void {
  interface Drawn {
    readonly memoizedProps?: Readonly<Record<string, unknown>> | null;
    readonly return?: Drawn | null;
  }
  /** The element itself, what draws it, and two around that. */
  const depth = 4;
  const drawnBy = (element: Element): Drawn | undefined => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'));
    return key === undefined ? undefined : (Reflect.get(element, key) as Drawn);
  };
  const numberOf = (text: string): string => {
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    return (hash >>> 0).toString(36);
  };
  window.robotKind = (control) => {
    const looks = [control.localName, control.getAttribute('type'), control.role, control.classList[0]];
    const code: string[] = [];
    let drawn = drawnBy(control);
    for (let at = 0; at < depth && drawn !== undefined; at += 1) {
      for (const value of Object.values(drawn.memoizedProps ?? {}))
        if (typeof value === 'function') code.push(String(value));
      drawn = drawn.return ?? undefined;
    }
    return `${looks.join(' ')} ${numberOf(code.join('\n'))}`;
  };
}

/** Runs in every document. What is off says why (DESIGN.md 4), and what is chosen already is chosen still. */
function offerControls(): void {
  const selector =
    'a[href], button, summary, select, input, textarea, [role="button"], [role="link"], [role="tab"], [role="switch"]';
  const isOff = ':disabled, [aria-disabled="true"], [aria-busy="true"], [tabindex="-1"], [readonly]';
  const isChosen = '[aria-current], [aria-pressed="true"], [aria-checked="true"], [type="radio"]:checked';
  const optionsOf = (element: Element) =>
    element instanceof HTMLSelectElement ? [...element.options].filter(({ disabled }) => !disabled) : [];
  const canBePressed = (element: Element): boolean =>
    !element.matches(isOff) &&
    !element.matches(isChosen) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden="true"]') === null &&
    (element.localName !== 'select' || optionsOf(element).length > 1);
  const isShell = (element: Element) =>
    element.closest('main, [role="dialog"]') === null || element.closest('header') !== null;
  const all = () => [...document.querySelectorAll(selector)].filter(canBePressed).map(describe);
  const describe = (element: Element) => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const labelled = words.trim() === '' && element instanceof HTMLInputElement ? element.labels : [];
    const text = [words, ...[...(labelled ?? [])].map(({ textContent }) => textContent)].join(' ');
    const name = `${element.localName} "${text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)}"`;
    const shell = isShell(element);
    const kind = window.robotKind(element);
    const isInSheet = element.closest('[role="dialog"], dialog') !== null;
    return { element, kind: shell ? `${kind} ${name}` : kind, name, isShell: shell, isInSheet };
  };
  let control: Element = document.documentElement;
  const middle = ({ left, right, top, bottom }: DOMRect) => {
    const within = (from: number, to: number, max: number) => (Math.max(0, from) + Math.min(max, to)) / 2;
    return { x: within(left, right, window.innerWidth), y: within(top, bottom, window.innerHeight) };
  };
  window.robotControls = {
    list: () =>
      all().map(({ kind, name, isShell: shell, isInSheet }) => ({ kind, name, isShell: shell, isInSheet })),
    take({ kind, at }) {
      const alike = all().filter((one) => one.kind === kind);
      const found = (at === 'first' ? alike[0] : alike.at(-1))?.element;
      control = found ?? control;
      // To have the focus already would leave nothing to do for the press.
      if (document.activeElement === found && found instanceof HTMLElement) found.blur();
      found?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      return found !== undefined;
    },
    taken: () => control,
    aim() {
      if (control.localName === 'select') return { by: 'choice' };
      const [box] = control.getClientRects();
      // What is seen only while it has the focus is cut away until then.
      const isCut = getComputedStyle(control).clipPath !== 'none';
      if (control instanceof HTMLInputElement && control.type === 'range')
        return { by: 'key', key: control.value === control.max ? 'ArrowLeft' : 'ArrowRight' };
      return box === undefined || isCut ? { by: 'key', key: 'Enter' } : { by: 'finger', ...middle(box) };
    },
    isReached() {
      const aim = window.robotControls.aim();
      const hit = aim.by === 'finger' ? document.elementFromPoint(aim.x, aim.y) : control;
      return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control);
    },
    choose() {
      if (!(control instanceof HTMLSelectElement)) return;
      const other = optionsOf(control).find(({ selected }) => !selected);
      control.value = other?.value ?? control.value;
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
    },
  };
}
