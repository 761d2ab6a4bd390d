/** Pages that the server writes itself: everything put into one is escaped unless it is a piece of page already. */

/** A piece of a page. Only `html` makes one. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

/** Joins literal markup with values; strings are escaped for text and for quoted attributes. */
export function html(markup: TemplateStringsArray, ...values: readonly Value[]): Html {
  const text = markup.reduce((page, part, index) => `${page}${written(values[index - 1] ?? '')}${part}`);
  return new Html(text);
}

function written(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** A whole page around its main part. `style` and `script` are addresses of our own files; nothing is written inline. */
export function htmlPage(page: {
  readonly title: string;
  /** BCP 47; English when absent. */
  readonly lang?: string;
  readonly style: string;
  readonly script?: string;
  readonly body: Html;
}): string {
  const script = page.script === undefined ? '' : html`<script src="${page.script}" defer></script>`;
  return html`<!doctype html>
    <html lang="${page.lang ?? 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title}</title>
        <link rel="stylesheet" href="${page.style}" />
        ${script}
      </head>
      <body>
        ${page.body}
      </body>
    </html> `.text;
}
