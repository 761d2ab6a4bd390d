/** The panel of the local chain: reorganise it, freeze it, hurry it. */
import type { LanguageId } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

import { type Html, html } from '../../platform/http/html.ts';
import type { PageReader } from './pages.ts';
import { devPage } from './pages.ts';
import type { DemoChain } from './port.ts';

type Status = Awaited<ReturnType<DemoChain['status']>>;

export function chainPage(reader: PageReader, { height, blockSeconds, isFrozen }: Status): string {
  const { language } = reader;
  const state = isFrozen
    ? say(language, 'dev.chain.frozen')
    : say(language, 'dev.chain.running', { seconds: blockSeconds });
  return devPage({
    reader,
    title: say(language, 'dev.chain.title'),
    body: html`<main>
      <p>${say(language, 'dev.chain.text')}</p>
      <p role="status">${say(language, 'dev.chain.height', { height })} · ${state}</p>
      ${isFrozen ? '' : moving(language)}
      ${isFrozen ? order('thaw', say(language, 'dev.chain.thaw')) : order('freeze', say(language, 'dev.chain.freeze'))}
    </main>`,
  });
}

/** A chain that stands still can neither go on nor back. */
function moving(language: LanguageId): Html {
  return html`${order('mine', say(language, 'dev.chain.mine'), numberField(say(language, 'dev.chain.blocks'), 12))}
  ${order('reorg', say(language, 'dev.chain.reorg'), numberField(say(language, 'dev.chain.depth'), 2))}`;
}

function order(name: string, label: string, field: Html | '' = ''): Html {
  return html`<form method="post" action="/dev/chain">
    <input type="hidden" name="order" value="${name}" />
    ${field}
    <button>${label}</button>
  </form>`;
}

function numberField(label: string, value: number): Html {
  return html`<label>
    ${label}
    <input name="depth" type="number" min="1" max="80" value="${value}" required />
  </label>`;
}
