/** What a press does beside changing parts of the page: it leads elsewhere, sends, copies, keeps, opens, asks. */
import { contract } from '@marigold/contract/contract';
import type { BrowserContext } from '@playwright/test';

export interface RobotNotes {
  /** The press comes now, on this control; without a click where the browser's own list of options is used. */
  readonly begin: (control: Element, isClick: boolean) => void;
  /** Everything that the press has done so far, in words. */
  readonly effects: () => string[];
  /** What the press came to: the control (''), something that lies over it (in words), or nothing yet (undefined). */
  readonly landed: () => string | undefined;
  /** Told by what stands in place of the browser's own doors; counts while a press is looked at. */
  readonly note: (effect: string) => void;
}

declare global {
  interface Window {
    robotNotes: RobotNotes;
  }
}

/** Has it in every document of a context; after the clock and the changes. */
export async function bringNotes(context: BrowserContext): Promise<void> {
  await context.addInitScript(makeNotes);
  await context.addInitScript(watchFocus);
  await context.addInitScript(watchDoors);
  await context.addInitScript(standBeforeServer, writes);
  await context.addInitScript(watchLeaving);
}

/** Runs in every document before anything else. */
function makeNotes(): void {
  const names = new Set<string>();
  let control: Element | undefined;
  let hit: Element | undefined;
  let address = '';
  window.addEventListener(
    'click',
    ({ target }) => {
      if (window.robotClock.isArmed() && target instanceof Element) hit ??= target;
    },
    { capture: true },
  );
  const isOn = (element: Element) =>
    control === undefined || control.contains(element) || element.closest('label')?.control === control;
  window.robotNotes = {
    begin(pressed, isClick) {
      names.clear();
      control = pressed;
      hit = isClick ? undefined : pressed;
      address = window.location.href;
      window.robotChanges.begin(pressed);
    },
    effects() {
      if (window.location.href !== address) names.add('address');
      return [...names, ...window.robotChanges.since()];
    },
    landed() {
      if (hit === undefined) return undefined;
      return isOn(hit) ? '' : hit.outerHTML.slice(0, 120);
    },
    note(effect) {
      if (window.robotClock.isArmed()) names.add(effect);
    },
  };
}

/**
 * Runs in every document. To have the focus is what a press on a field of text is for; a button or a switch that only
 * takes the focus itself has done nothing.
 */
function watchFocus(): void {
  let pressed: Node | undefined;
  const { note } = window.robotNotes;
  const remember = ({ target }: Event) => void (pressed = target instanceof Node ? target : undefined);
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, remember, { capture: true });
  const switches = '[type="checkbox"], [type="radio"], [type="range"], [type="file"]';
  window.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const isField = target.matches('input, textarea') && !target.matches(switches);
    const isItself = pressed !== undefined && target.contains(pressed);
    const isItsOwn = target.matches(switches) || target.localName === 'select';
    if (isField || (!isItself && !isItsOwn)) note('focus');
  });
  window.addEventListener('scroll', () => note('scroll'), { capture: true });
  window.addEventListener('message', () => note('message'));
  document.addEventListener('copy', () => note('clipboard'));
}

/** Runs in every document: the browser's own doors tell when they are used. What would disturb others is not opened. */
function watchDoors(): void {
  const { note } = window.robotNotes;
  type Door = (this: unknown, ...values: unknown[]) => unknown;
  /** `answer` stands in for the door; without one it is opened. */
  const watch = (owner: object | undefined, names: readonly string[], effect: string, answer?: Door) => {
    for (const name of owner === undefined ? [] : names) {
      const door = Reflect.get(owner ?? {}, name) as Door | undefined;
      if (door === undefined && answer === undefined) continue;
      const value: Door = function noting(...values) {
        note(effect);
        return (answer ?? door)?.apply(this, values);
      };
      Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    }
  };
  const clipboard: Partial<Clipboard> | undefined = navigator.clipboard;
  watch(window, ['fetch'], 'request');
  watch(XMLHttpRequest.prototype, ['send'], 'request');
  watch(WebSocket.prototype, ['send'], 'request');
  watch(navigator, ['sendBeacon'], 'request');
  watch(clipboard, ['writeText', 'write'], 'clipboard', async () => undefined);
  watch(clipboard, ['readText'], 'clipboard', async () => 'boris');
  watch(navigator, ['share'], 'share', async () => undefined);
  watch(navigator.mediaDevices, ['getUserMedia'], 'camera');
  watch(window, ['open'], 'popup', () => null);
  watch(window, ['alert', 'confirm', 'prompt', 'print'], 'dialog', () => undefined);
  watch(window.history, ['back', 'forward', 'go'], 'history');
  watch(HTMLInputElement.prototype, ['showPicker'], 'picker', () => undefined);
  watch(Element.prototype, ['requestFullscreen'], 'full screen', async () => undefined);
  const { setItem, removeItem } = Storage.prototype;
  Storage.prototype.setItem = function keep(key, value) {
    if (this.getItem(key) !== value) note(`storage ${key}`);
    setItem.call(this, key, value);
  };
  Storage.prototype.removeItem = function drop(key) {
    if (this.getItem(key) !== null) note(`storage ${key}`);
    removeItem.call(this, key);
  };
  // Inside of the page a click goes its way (watchLeaving); outside of it nobody would hear of it.
  for (const { prototype } of [HTMLAnchorElement, HTMLInputElement]) {
    const { click } = HTMLElement.prototype;
    prototype.click = function press() {
      if (this.isConnected) click.call(this);
      else note(this.localName === 'a' ? 'download' : 'file chooser');
    };
  }
}

/** Calls that change something for whoever presses next: the order that was cancelled, the session that was ended. */
const writes: readonly string[] = [
  ...Object.values(contract).flatMap(({ path, idempotent }) => (idempotent ? [path] : [])),
  'user/logout',
  'user/session/revoke',
  'message/read',
];

/** Runs in every document, after the doors: what a press would change is answered as by a server out of service. */
function standBeforeServer(refused: readonly string[]): void {
  const { fetch: ask } = window;
  window.fetch = async (target, init) => {
    const address = target instanceof Request ? target.url : target.toString();
    const isRefused = window.robotClock.isArmed() && refused.some((path) => address.endsWith(`/api/${path}`));
    if (!isRefused) return await ask(target, init);
    window.robotNotes.note('request');
    return new Response('', { status: 503 });
  };
}

/** Runs in every document: what the browser would do by itself after a click is noted and left undone. */
function watchLeaving(): void {
  const { note } = window.robotNotes;
  window.addEventListener('click', (event) => {
    const { target } = event;
    if (event.defaultPrevented || !window.robotClock.isArmed() || !(target instanceof Element)) return;
    const link = target.closest<HTMLAnchorElement>('a[href]');
    const isFile = target.matches('input[type="file"]');
    if (isFile) note('file chooser');
    else if (link !== null && link.getAttribute('href')?.startsWith('#') !== true) note('link');
    else return;
    event.preventDefault();
  });
  window.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    note('form');
    event.preventDefault();
  });
}
