/** The pages under /dev, written by the server in the reader's language. */
import type { LanguageId } from '@marigold/texts/languages';
import { languages } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

import type { InboxMessage } from '../../adapters/demo-inbox.ts';
import { type Html, html, htmlPage } from '../../platform/http/html.ts';
import type { FaucetAnswer } from './faucet.ts';
import { demoPeople } from './people.ts';

/** Who reads, and what there is to go to. */
export type PageReader = {
  readonly language: LanguageId;
  readonly hasChain: boolean;
  readonly hasPartner: boolean;
};

type Page = {
  readonly reader: PageReader;
  readonly title: string;
  readonly script?: string;
  readonly body: Html;
};

export function devPage({ reader, title, body, script }: Page): string {
  const { language, hasChain, hasPartner } = reader;
  const chain = hasChain ? html`<a href="/dev/chain">${say(language, 'dev.chain.title')}</a> ·` : '';
  const partner = hasPartner
    ? html`<a href="/dev/partners">${say(language, 'dev.partners.title')}</a> ·`
    : '';
  return htmlPage({
    title: `${title} · Marigold`,
    lang: languages[language].lang,
    style: '/dev/plain.css',
    ...(script === undefined ? {} : { script }),
    body: html`<div class="demo">${say(language, 'dev.note')}</div>
      <header>
        <nav>
          <a href="/dev/inbox">${say(language, 'dev.inbox.title')}</a> ·
          <a href="/dev/faucet">${say(language, 'dev.faucet.title')}</a> · ${chain} ${partner}
          <a href="/dev">${say(language, 'dev.users')}</a> ·
          <a href="/">${say(language, 'dev.openWallet')}</a>
        </nav>
        <h1>${title}</h1>
      </header>
      ${body}`,
  });
}

export function peoplePage(reader: PageReader): string {
  const { language } = reader;
  const rows = demoPeople.map(
    ({ username, contact, password, payPassword }) =>
      html`<tr>
        <td><code>${username}</code></td>
        <td><code>${password}</code></td>
        <td><code>${payPassword}</code></td>
        <td><a href="/dev/inbox?to=${encodeURIComponent(contact.target)}">${contact.target}</a></td>
      </tr>`,
  );
  return devPage({
    reader,
    title: say(language, 'dev.users'),
    body: html`<main>
      <div class="scroll">
        <table class="whole">
          <tr>
            <th scope="col">${say(language, 'dev.faucet.user')}</th>
            <th scope="col">${say(language, 'paypwd.loginPassword')}</th>
            <th scope="col">${say(language, 'me.walletPassword')}</th>
            <th scope="col">${say(language, 'dev.inbox.title')}</th>
          </tr>
          ${rows}
        </table>
      </div>
    </main>`,
  });
}

export function inboxPage(reader: PageReader, messages: readonly InboxMessage[]): string {
  const { language } = reader;
  const empty = html`<p>${say(language, 'dev.inbox.empty')}</p>`;
  return devPage({
    reader,
    title: say(language, 'dev.inbox.title'),
    script: '/dev/inbox-refresh.js',
    body: html`<main data-newest="${messages[0]?.id ?? ''}">
      <p>${say(language, 'dev.inbox.text')}</p>
      <p>
        <a href="">${say(language, 'dev.inbox.refresh')}</a>
      </p>
      ${messages.length === 0 ? empty : messages.map((message) => messageArticle(language, message))}
    </main>`,
  });
}

function messageArticle(
  language: LanguageId,
  { channel, recipient, subject, body, time }: InboxMessage,
): Html {
  const kind = say(language, channel === 'email' ? 'dev.inbox.mail' : 'dev.inbox.sms');
  const to = say(language, 'dev.inbox.to', { address: recipient });
  const moment = new Date(time).toISOString();
  // Whitespace inside the body is shown as it is, so its element stays on one line here.
  const text = html`<p class="body">${body}</p>`;
  return html`<article>
    <h2>${subject === '' ? kind : subject}</h2>
    <p class="quiet">
      <span class="mark">${kind}</span>
      <a href="/dev/inbox?to=${encodeURIComponent(recipient)}">${to}</a>
      <time datetime="${moment}">${moment.slice(0, 19).replace('T', ' ')} UTC</time>
    </p>
    ${text}
  </article>`;
}

export type FaucetForm = {
  readonly username: string;
  readonly asset: string;
  readonly amount: string;
  readonly requestId: string;
};

export function faucetPage(
  reader: PageReader,
  form: FaucetForm,
  assets: readonly string[],
  answer?: FaucetAnswer,
): string {
  const { language } = reader;
  const options = assets.map((asset) =>
    asset === form.asset ? html`<option selected>${asset}</option>` : html`<option>${asset}</option>`,
  );
  const people = demoPeople.map(({ username }) => html`<option value="${username}"></option>`);
  const isDone = answer?.kind === 'done' || answer?.kind === 'sent';
  const notice =
    answer === undefined
      ? ''
      : html`<p role="${isDone ? 'status' : 'alert'}" class="${isDone ? 'good' : 'bad'}">
          ${faucetText(language, answer)}
        </p>`;
  return devPage({
    reader,
    title: say(language, 'dev.faucet.title'),
    body: html`<main>
      <p>${say(language, 'dev.faucet.text')}</p>
      ${notice}
      <form method="post" action="/dev/faucet">
        <input type="hidden" name="requestId" value="${form.requestId}" />
        <label>
          ${say(language, 'dev.faucet.user')}
          <input name="username" value="${form.username}" list="people" required autocomplete="off" />
        </label>
        <datalist id="people">${people}</datalist>
        <label>
          ${say(language, 'dev.faucet.currency')}
          <select name="asset">
            ${options}
          </select>
        </label>
        <label>
          ${say(language, 'dev.faucet.amount')}
          <input name="amount" value="${form.amount}" inputmode="decimal" required autocomplete="off" />
        </label>
        <button>${say(language, 'dev.faucet.submit')}</button>
      </form>
    </main>`,
  });
}

export function faucetText(language: LanguageId, answer: FaucetAnswer): string {
  switch (answer.kind) {
    case 'done':
      return say(language, 'dev.faucet.done', answer);
    case 'sent':
      return say(language, 'dev.faucet.sent', answer);
    case 'amount':
      return say(language, 'dev.faucet.amountError', answer);
    case 'userUnknown':
      return say(language, 'dev.faucet.userUnknown');
    case 'assetUnknown':
      return say(language, 'refusal.asset_unknown');
    case 'frozen':
      return say(language, 'dev.faucet.frozen');
    case 'stopped':
      return say(language, 'refusal.money_stopped');
    case 'conflict':
      return say(language, 'error.conflict');
  }
}
