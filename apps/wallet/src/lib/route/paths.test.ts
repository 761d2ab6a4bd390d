import { pageAliases, type PagePath, pagePaths, searchText } from '@marigold/contract/pages';
import { describe, expect, it } from 'vitest';

import { isOwnAddress, paths, readSearch, withSearch } from './paths.ts';
import { parseSearch } from './search-text.ts';

const billId = '018f3c1e-1111-7000-8000-000000000001';

/** A written address, read back as its page gets it. */
function read(address: string): unknown {
  const [path = '', query = ''] = address.split('?');
  return readSearch(path as PagePath, parseSearch(query));
}

describe('every written address', () => {
  it('is the one people know', () => {
    expect({
      home: paths.home(),
      login: paths.login(),
      loginAndBack: paths.login({ back: '/pages/exchange/transfer?currency=USDT' }),
      register: paths.register({ invitecode: 'AB12CD' }),
      me: paths.me(),
      paymentPassword: paths.paymentPassword(),
      assets: paths.assets(),
      explain: paths.assets({ explain: 'USDT' }),
      transfer: paths.transfer({ currency: 'USDT', to: 'bob+x@example.org' }),
      bills: paths.bills({ type: 'TRANSFER' }),
      billDetail: paths.billDetail(billId),
      language: paths.language(),
    }).toMatchInlineSnapshot(`
      {
        "assets": "/pages/exchange/exchange",
        "billDetail": "/pages/exchange/billdetail?id=018f3c1e-1111-7000-8000-000000000001",
        "bills": "/pages/exchange/bill?type=TRANSFER",
        "explain": "/pages/exchange/exchange?explain=USDT",
        "home": "/",
        "language": "/pages/setting/language",
        "login": "/pages/login/login",
        "loginAndBack": "/pages/login/login?back=%2Fpages%2Fexchange%2Ftransfer%3Fcurrency%3DUSDT",
        "me": "/pages/user/index",
        "paymentPassword": "/pages/user/walletpassword",
        "register": "/pages/login/login?type=register&invitecode=AB12CD",
        "transfer": "/pages/exchange/transfer?currency=USDT&to=bob%2Bx%40example.org",
      }
    `);
  });

  it('is read back as it was written', () => {
    expect(read(paths.login({ back: '/pages/exchange/transfer?currency=USDT&to=a%26b' }))).toEqual({
      back: '/pages/exchange/transfer?currency=USDT&to=a%26b',
    });
    expect(read(paths.register({ invitecode: 'AB12CD' }))).toEqual({
      type: 'register',
      invitecode: 'AB12CD',
    });
    expect(read(paths.transfer({ currency: 'USDT', to: 'bob+x@example.org' }))).toEqual({
      currency: 'USDT',
      to: 'bob+x@example.org',
    });
    expect(read(paths.billDetail(billId))).toEqual({ id: billId });
    expect(read(paths.contact({ order: 'MG-261121201059123456' }))).toEqual({
      order: 'MG-261121201059123456',
    });
    expect(read(paths.assets({ explain: 'BTC' }))).toEqual({ explain: 'BTC' });
    expect(read(paths.bills({ currency: 'BTC', type: 'COLLECTION' }))).toEqual({
      currency: 'BTC',
      type: 'COLLECTION',
    });
  });
});

describe('a query', () => {
  it('is texts as they stand there: no JSON, the first of two equal names', () => {
    expect(parseSearch('?a=1&b=true&c=%7B%7D&a=2&d=')).toEqual({ a: '1', b: 'true', c: '{}', d: '' });
  });

  it('cannot reach into the prototype', () => {
    expect(readSearch('/pages/exchange/transfer', parseSearch('?__proto__=x&constructor=y'))).toEqual({});
  });

  it('loses what is not set when it is written', () => {
    expect(searchText({ a: undefined, b: 'x y', c: 0 })).toBe('?b=x+y&c=0');
    expect(searchText({})).toBe('');
  });

  it('keeps what an address said when more is set in it', () => {
    expect(withSearch('/pages/exchange/transfer?to=a%26b&currency=BTC#x', { currency: 'USDT' })).toBe(
      '/pages/exchange/transfer?to=a%26b&currency=USDT',
    );
    expect(withSearch('/', { fiat: 'EUR' })).toBe('/?fiat=EUR');
  });

  it.each([
    '/pages/login/login?type=admin&invitecode=toolong99&back=https://evil.example',
    '/pages/exchange/transfer?currency=usd$&to=a%20b',
    '/pages/exchange/bill?type=1%27&currency=',
    '/pages/exchange/billdetail?id=../../etc/passwd',
    '/pages/exchange/exchange?explain=<b>',
    '/pages/about/contact?order=MG-1%20please%20call%20me',
    '/?anything=1',
  ])('counts wrong values as absent: %s', (address) => {
    expect(read(address)).toEqual({});
  });
});

describe('an address to return to', () => {
  it.each([...pagePaths, ...Object.keys(pageAliases), '/pages/exchange/billdetail?id=1#x', '/?a=b'])(
    'may be %s',
    (own) => {
      expect(isOwnAddress(own)).toBe(true);
    },
  );

  it.each([
    '',
    'pages/user/index',
    '//evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%2F%2Fevil.example/pages/user/index',
    'https://evil.example/',
    'javascript:alert(1)',
    '/pages/user/index/',
    '/pages/user/index/../../x',
    '/pages/user%2findex',
    '/PAGES/user/index',
    '/pages/card/none',
    '\t/',
    '/\n/evil.example',
    '/?a=\\\\evil',
    '/?a=\u0000',
    'constructor',
  ])('is never %j', (foreign) => {
    expect(isOwnAddress(foreign)).toBe(false);
  });
});
