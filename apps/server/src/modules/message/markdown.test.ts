import { Block, Inline } from '@marigold/contract/calls/app';
import { languageIds } from '@marigold/texts/languages';
import { describe, expect, it } from 'vitest';

import { findOwnAddress } from '../../../../wallet/src/lib/route/paths.ts';
import { blocksOf, plainText, safeLink, summaryOf } from './markdown.ts';
import { readContentFile } from './publish.ts';
import { openContentFiles } from './seed-content.ts';

function runsOf(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block) =>
    block.kind === 'list' ? block.items.flat() : block.kind === 'rule' ? [] : block.text,
  );
}

/** What writers of hostile content try, in Markdown and in HTML. */
const hostile = [
  '<script>alert(1)</script>',
  'before <img src=x onerror=alert(1)> after',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">tap</a>',
  '<style>*{display:none}</style>',
  '<!-- <b>note</b> --> <![CDATA[x]]> <?php echo 1 ?>',
  '<div>\n\n**bold**\n\n</div>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '![picture](https://evil.example/x.png)',
  '![picture][p]\n\n[p]: https://evil.example/x.png',
  '[link](javascript:alert(1))',
  '[link](JaVaScRiPt:alert(1))',
  '[link](java&#115;cript:alert(1))',
  '[link](&#x6A;avascript:alert(1))',
  '[link](javascript\t:alert(1))',
  '[link](<java\nscript:alert(1)>)',
  '[link](data:text/html;base64,PHNjcmlwdD4=)',
  '[link](vbscript:msgbox(1))',
  '[link](file:///etc/passwd)',
  '[link](blob:https://a/b)',
  '[link](//evil.example)',
  '[link](/\\evil.example)',
  '[link](\\\\evil.example)',
  '[link](/%2f%2fevil.example)',
  '[link](/pages/../../evil)',
  '[link](https://user:secret@evil.example/)',
  '[link](https://evil.example\\@good.example)',
  '[link](https:evil.example)',
  '[link](https://e\u202Evil.example)',
  '[link](mailto:a@b.example?body=<script>)',
  '[link](mailto:a@b.example%0d%0aBcc:c@d.example)',
  '<javascript:alert(1)>',
  '[link][r]\n\n[r]: javascript:alert(1)',
  '[a](https://good.example "onmouseover=alert(1)")',
  '[![x](javascript:1)](javascript:2)',
  '[*nested <b>html</b>*](javascript:alert(1))',
  `${'> '.repeat(2000)}deep`,
  `${'- '.repeat(2000)}deep`,
  `${'*a **b '.repeat(2000)}`,
  `${'['.repeat(5000)}`,
  `${'`'.repeat(5000)}`,
  `${'# heading\n'.repeat(5000)}`,
  `${'- item\n'.repeat(5000)}`,
  'nul \0 and \u0007 bell',
  '\u202Egnp.exe\u202C and \u2066x\u2069',
  'lone \ud800 surrogate',
];

describe('content from Markdown', () => {
  it.each(hostile)('is plain data whatever was written: %#', (markdown) => {
    const blocks = blocksOf(markdown);
    for (const block of blocks) expect(Block.parse(block)).toEqual(block);
    expect(blocks.length).toBeLessThanOrEqual(2000);
    for (const { text, link } of runsOf(blocks)) {
      expect(text).not.toMatch(/\p{Cc}(?<![\n\t])|[\u202a-\u202e\u2066-\u2069]/u);
      expect(text.isWellFormed()).toBe(true);
      expect(link ?? 'https://good.example').toBe('https://good.example');
    }
  });

  it('keeps no tag of HTML', () => {
    const text = plainText(blocksOf('one <b onclick="x()">two</b> three\n\n<p>four</p>'));
    expect(text).toBe('one two three');
  });

  it('keeps links to pages of the app, to the web and to mailboxes', () => {
    for (const link of [
      '/',
      '/pages/about/contact',
      '/pages/index/webpage?id=help-fees',
      'https://example.com/a?b=c&d=%20#e',
      'http://example.com',
      'mailto:help@marigold.example',
    ]) {
      expect(safeLink(link)).toBe(link);
      expect(runsOf(blocksOf(`[here](${link})`))).toEqual([{ text: 'here', style: 'plain', link }]);
    }
  });

  it('says what was written: headings, runs, lists in lists, quotes', () => {
    const blocks = blocksOf(
      '# One\n\nA **b** *c* `d`.\n\n1. x\n   - y\n2. z\n\n> q\n\n---\n\n#### Four\n\n    code <b>',
    );
    const plain = (text: string) => ({ text, style: 'plain', link: null });
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: [plain('One')] },
      {
        kind: 'paragraph',
        text: [
          plain('A '),
          { text: 'b', style: 'strong', link: null },
          plain(' '),
          { text: 'c', style: 'emphasis', link: null },
          plain(' '),
          { text: 'd', style: 'code', link: null },
          plain('.'),
        ],
      },
      { kind: 'list', isOrdered: true, items: [[plain('x')], [plain('y')], [plain('z')]] },
      { kind: 'quote', text: [plain('q')] },
      { kind: 'rule' },
      { kind: 'heading', level: 3, text: [plain('Four')] },
      { kind: 'paragraph', text: [{ text: 'code <b>', style: 'code', link: null }] },
    ]);
    expect(summaryOf(blocks, 5)).toBe('A b…');
  });
});

describe('the content of the program', () => {
  const files = openContentFiles().map(readContentFile);

  it('is complete in five languages, with the same shape and the same links in each', () => {
    const shapeOf = (body: string) =>
      blocksOf(body).map((block) => (block.kind === 'list' ? `list of ${block.items.length}` : block.kind));
    const linksOf = (body: string) => runsOf(blocksOf(body)).flatMap(({ link }) => link ?? []);
    for (const english of files.filter(({ language }) => language === 'en')) {
      const others = files.filter(({ id }) => id === english.id);
      expect(others).toHaveLength(languageIds.length);
      for (const { id, language, body, version, kind, published } of others) {
        const name = `${id}/${language}`;
        expect({ version, kind, published }, name).toEqual({
          version: english.version,
          kind: english.kind,
          published: english.published,
        });
        expect(shapeOf(body), name).toEqual(shapeOf(english.body));
        expect(linksOf(body), name).toEqual(linksOf(english.body));
      }
    }
  });

  it('leads only to pages that exist', () => {
    const ids = new Set(files.map(({ id }) => id));
    const links = files.flatMap(({ body }) => runsOf(blocksOf(body))).flatMap(({ link }) => link ?? []);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(findOwnAddress(link)).toBe(link);
      const id = new URL(link, 'https://wallet.example').searchParams.get('id') ?? 'terms';
      expect(ids).toContain(id);
    }
  });

  it('shows no mark of Markdown that was meant as form', () => {
    for (const { id, language, body } of files) {
      expect(plainText(blocksOf(body)), `${id}/${language}`).not.toMatch(/\*\*|\]\(|^#|^\s*-\s/m);
    }
  });
});
