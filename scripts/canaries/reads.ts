/** Every call that only reads, made by somebody, and where its answer could come to lie. */
import { contract } from '@marigold/contract/contract';

import type { TestPerson } from '../../apps/server/testing/api.ts';
import { exportsOf } from '../../apps/server/testing/exports.ts';
import type { House } from './house.ts';
import type { Verified } from './story.ts';

/** What the app keeps on the device for when there is no network (apps/wallet/src/lib/query/offline-copy.ts). */
const copiedPaths = new Set<string>([
  'wallet/asset/list',
  'bill/list',
  'bill/summary',
  'bill/detail',
  'rate/list',
]);
/**
 * Answers that hold, for the person of the record or of the card alone, what they typed, what the company wrote to them, and
 * where its page is.
 */
const ownPaths: ReadonlyMap<string, string> = new Map([
  ['kyc/detail', 'record'],
  ['kyc/third/link', 'record'],
  ['kyc/draft', 'record'],
  ['card/list', 'card'],
  ['card/info', 'card'],
  ['card/order/detail', 'card'],
]);

/** Somebody's record and order, and how far they are with a card. */
type About = Pick<Verified, 'id' | 'authNo' | 'orderId' | 'card'>;

/** Asks everything that somebody may read; what is about a record, an order or a card is asked with `about`. */
export async function readEverything(
  { api, places }: House,
  { token, id }: Pick<TestPerson, 'token' | 'id'>,
  about: About,
): Promise<void> {
  const { authNo, orderId, card } = about;
  const bills = await api.call('bill/list', {}, { token });
  const billId = bills.ok ? bills.data.list[0]?.id : undefined;
  const inputs: Readonly<Record<string, object>> = {
    'kyc/detail': { authNo },
    'kyc/third/link': { authNo },
    'kyc/draft': { authNo },
    'kyc/third/desc': { provider: 'democompany' },
    'kyc/order/detail': { orderId },
    'bill/detail': { id: billId ?? orderId },
    'card/method': { productId: card?.productId ?? 'master-physical' },
    'card/order/detail': { applicationId: card?.applicationId ?? orderId },
    'card/info': { cardId: card?.cardId ?? orderId },
  };
  for (const [path, { access, idempotent }] of Object.entries(contract)) {
    if (access !== 'user' || idempotent) continue;
    const answer = await api.raw(path, inputs[path] ?? {}, { token });
    const text = JSON.stringify(answer);
    const own = ownPaths.get(path);
    if (answer.body.data.code !== 200) places.add('bodies of errors', text);
    else if (own !== undefined && id === about.id)
      places.add(`answers of ${path} to the ${own}'s person`, text);
    else if (copiedPaths.has(path)) places.add('offline copy', text);
    else places.add('answers of reads', text);
  }
}

/** The addresses that notices and bills lead to, and where the company sends its visitor back. */
export async function readPageAddresses(
  { api, places, company }: House,
  { token, id }: Pick<TestPerson, 'token' | 'id'>,
): Promise<void> {
  const messages = await api.call('message/list', {}, { token });
  const paths = messages.ok ? messages.data.list.flatMap(({ path }) => (path === null ? [] : [path])) : [];
  const bills = await api.call('bill/list', {}, { token });
  const ofBills = bills.ok ? bills.data.list.map(({ id: bill }) => `/pages/bill/detail?id=${bill}`) : [];
  const back = [...company.world.byRef.values()].map(({ returnUrl }) => returnUrl);
  places.add('addresses of pages', id, ...paths, ...ofBills, ...back);
}

/** An export of all bills as a table and as a document, and every mail that was sent to somebody. */
export async function readExports({ api, places }: House, person: TestPerson): Promise<void> {
  const { exported, contentOf } = exportsOf(() => api);
  for (const format of ['csv', 'pdf'] as const) {
    const done = await exported(person, { format });
    const content = await contentOf(done.url);
    if (content === undefined) throw new Error(`no export: ${JSON.stringify(done)}`);
    places.add('exports', content);
  }
}

export async function readMail({ api, places }: House, { email }: TestPerson): Promise<void> {
  places.add('mails', await api.lastMail(email));
}

/** What is served to anybody, and to monitoring. */
export async function readServed({ address, places }: House): Promise<void> {
  for (const path of ['/metrics', '/openapi.json', '/docs/api', '/health']) {
    const response = await fetch(`${address}${path}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    places.add(path === '/metrics' ? 'metrics' : 'reference and health', await response.text());
  }
}
