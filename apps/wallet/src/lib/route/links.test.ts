import { describe, expect, it } from 'vitest';

import { hostileLinks, type LinkOutcome } from '../../../testing/hostile-links.ts';
import { type Link, linkLengthMax, type LinkSettings, linkTitle, linkTitleMax, readLink } from './links.ts';

const settings: LinkSettings = {
  origin: 'https://wallet.example',
  messagingHosts: ['t.me', 'telegram.me', 'wa.me'],
  frameHosts: ['help.example', 'shop.example:8443'],
};
const read = (text: string) => readLink(text, settings);

function outcomeOf(link: Link): LinkOutcome {
  if (link.kind === 'refused') return `refused ${link.reason}`;
  return `${link.kind} ${link.kind === 'page' ? link.address : link.host}`;
}

describe('the hostile corpus', () => {
  const corpus = hostileLinks(settings.origin);

  it('has at least 300 links, each once', () => {
    expect(new Set(corpus.map(({ link }) => link)).size).toBe(corpus.length);
    expect(corpus.length).toBeGreaterThanOrEqual(300);
  });

  it.each([...Map.groupBy(corpus, ({ name }) => name)])('%s: each has its outcome', (_name, links) => {
    const found = links.map(({ link }) => [link, outcomeOf(read(link))]);
    expect(found).toEqual(links.map(({ link, outcome }) => [link, outcome]));
  });

  it('opens nothing but pages of ours, and https and http of somebody else', () => {
    for (const { link } of corpus) {
      const found = read(link);
      if (found.kind === 'refused') continue;
      const { protocol, username, origin } = new URL(found.address, settings.origin);
      const isOwn = origin === settings.origin;
      expect([/^https?:$/.test(protocol), username, isOwn]).toEqual([true, '', found.kind === 'page']);
    }
  });
});

describe('a link of somebody else', () => {
  it('is kept as URL writes it', () => {
    expect(read(' https://Shop.example/a b?q=ü#x ')).toEqual({
      kind: 'outlink',
      address: 'https://shop.example/a%20b?q=%C3%BC#x',
      host: 'shop.example',
      isSecure: true,
      isFramed: false,
    });
  });

  it('is shown as unsafe when nothing protects it', () => {
    expect(read('http://shop.example/')).toMatchObject({ address: 'http://shop.example/', isSecure: false });
  });

  it('is framed for allowed hosts only, and always over https', () => {
    expect(read('http://help.example/faq')).toMatchObject({
      address: 'https://help.example/faq',
      isSecure: true,
      isFramed: true,
    });
    expect(read('https://shop.example:8443/')).toMatchObject({ isFramed: true });
    for (const other of ['https://a.help.example/', 'https://help.example:8443/', 'https://shop.example/'])
      expect(read(other)).toMatchObject({ isFramed: false });
  });

  it('may be as long as a link is, and no longer', () => {
    const most = 'https://shop.example/'.padEnd(linkLengthMax, 'a');
    expect(read(most).kind).toBe('outlink');
    expect(read(`${most}a`)).toEqual({ kind: 'refused', reason: 'tooLong' });
  });
});

describe('the title of a link', () => {
  it.each([
    ['Help', 'Help'],
    ['  a \n\t b  ', 'a b'],
    ['\u202emoc.elgoog\u202c', 'moc.elgoog'],
    ['ma\u200bri\u00adgold\u0000', 'marigold'],
    ['\u3164\u2800', ''],
    [`Z${'\u0301'.repeat(50)}algo`, 'Z\u0301\u0301algo'],
    ['<b>x</b>', '<b>x</b>'],
    [undefined, ''],
  ])('is one line without anything hidden: %j', (title, displayed) => {
    expect(linkTitle(title)).toBe(displayed);
  });

  it('has at most 60 characters, and no half of one', () => {
    const cut = linkTitle('😀'.repeat(100));
    expect([Array.from(cut).length, cut.isWellFormed()]).toEqual([linkTitleMax, true]);
  });
});
