import { expect, it } from 'vitest';

import { html, htmlPage } from './html.ts';

it('escapes every value, in text and in quoted attributes', () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(
    '<p title="&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;">' +
      '&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;</p>',
  );
});

it('puts pieces of page into pages as they are', () => {
  const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
  expect(html`<p>${items}${html`<b>c</b>`}</p>`.text).toBe('<p><i>a</i><i>&#60;b&#62;</i><b>c</b></p>');
});

it('writes a page with its title escaped and its files linked', () => {
  const page = htmlPage({ title: 'A & B', style: '/x.css', script: '/x.js', body: html`<main>1</main>` });
  expect(page).toContain('<title>A &#38; B</title>');
  expect(page).toContain('<link rel="stylesheet" href="/x.css" />');
  expect(page).toMatch(/<script src="\/x.js" defer><\/script>/);
  expect(page.startsWith('<!doctype html>')).toBe(true);
});
