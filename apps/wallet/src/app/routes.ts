/**
 * Every page that is built, one row each: address, title, who may see it, where it appears in the bars, and its file.
 * The router, the tabs, the rail and the document titles are made from these rows; a test holds them against
 * spec/routes.json. What is not built has no row.
 */
import type { ComponentType } from 'react';

import { loadPageTexts, type WalletTextId } from '../lib/i18n.ts';
import type { PagePath, SearchOf } from '../lib/paths.ts';
import type { IconName } from '../ui/icon-names.ts';

/** How a page appears in the tab bar (phones) and the rail (from 960 px). */
export type BarEntry = {
  readonly label: WalletTextId;
  readonly icon: IconName;
  readonly activeIcon: IconName;
};

export type PageRow<Search extends object> = {
  readonly title: WalletTextId | ((search: Search) => WalletTextId);
  /** `user`: a visitor sees the prompt to log in or register instead. */
  readonly guard: 'visitor' | 'user';
  /** Position in the tab bar; tab homes pull to refresh. */
  readonly tab?: number;
  /** Group of the rail: 1 are the tabs, 2 what stands below the line, 3 its foot. */
  readonly rail?: 1 | 2 | 3;
  readonly bar?: BarEntry;
  /** False where a page brings a frame of its own (login) and bars would only distract. */
  readonly hasBars?: false;
  readonly load: () => Promise<ComponentType<Search>>;
};

export const routes: { readonly [P in PagePath]: PageRow<SearchOf[P]> } = {
  '/': {
    title: 'shell.title.home',
    guard: 'visitor',
    tab: 1,
    rail: 1,
    bar: { label: 'shell.nav.home', icon: 'house', activeIcon: 'house-fill' },
    load: async () => (await import('../features/home/home.page.tsx')).HomePage,
  },
  '/pages/exchange/exchange': {
    title: 'shell.title.assets',
    guard: 'user',
    tab: 3,
    rail: 1,
    bar: { label: 'shell.nav.assets', icon: 'wallet', activeIcon: 'wallet-fill' },
    load: async () =>
      await withTexts(import('../features/assets/assets.page.tsx'), (page) => page.AssetsPage),
  },
  '/pages/exchange/transfer': {
    title: 'shell.title.transfer',
    guard: 'user',
    rail: 2,
    bar: { label: 'shell.nav.transfer', icon: 'paper-plane-tilt', activeIcon: 'paper-plane-tilt-fill' },
    load: async () =>
      await withTexts(import('../features/transfer/transfer.page.tsx'), (page) => page.TransferPage),
  },
  '/pages/exchange/bill': {
    title: 'shell.title.bill',
    guard: 'user',
    rail: 2,
    bar: { label: 'shell.nav.bills', icon: 'receipt', activeIcon: 'receipt-fill' },
    load: async () => await withTexts(import('../features/bill/bills.page.tsx'), (page) => page.BillsPage),
  },
  '/pages/exchange/billdetail': {
    title: 'shell.title.billdetail',
    guard: 'user',
    load: async () =>
      await withTexts(import('../features/bill/bill-detail.page.tsx'), (page) => page.BillDetailPage),
  },
  '/pages/user/index': {
    title: 'shell.title.me',
    guard: 'visitor',
    rail: 3,
    bar: { label: 'shell.nav.me', icon: 'user-circle', activeIcon: 'user-circle-fill' },
    load: async () => await withTexts(import('../features/me/me.page.tsx'), (page) => page.MePage),
  },
  '/pages/user/walletpassword': {
    title: 'shell.title.walletpassword',
    guard: 'user',
    load: async () =>
      await withTexts(
        import('../features/security/payment-password.page.tsx'),
        (page) => page.PaymentPasswordPage,
      ),
  },
  '/pages/login/login': {
    title: ({ type }) => (type === 'register' ? 'shell.title.register' : 'shell.title.login'),
    guard: 'visitor',
    hasBars: false,
    load: async () => await withTexts(import('../features/login/login.page.tsx'), (page) => page.LoginPage),
  },
  '/pages/setting/language': {
    title: 'shell.title.language',
    guard: 'visitor',
    load: async () =>
      await withTexts(import('../features/language/language.page.tsx'), (page) => page.LanguagePage),
  },
};

/** A page behind the first screen: its code and the texts of the pages, at the same time. */
async function withTexts<Module, Page>(
  module: Promise<Module>,
  pick: (module: Module) => Page,
): Promise<Page> {
  const [loaded] = await Promise.all([module, loadPageTexts()]);
  return pick(loaded);
}
