import type { PagePath } from '../lib/route/paths.ts';
/** Which pages stand in the tab bar (phones) and the rail (from 960 px), and which show neither. */
import type { WalletTextId } from '../lib/text/i18n.ts';
import type { IconName } from '../ui/base/icon-names.ts';

export type BarEntry = {
  readonly label: WalletTextId;
  readonly icon: IconName;
  readonly activeIcon: IconName;
};

export type BarEntryOf = {
  /** Position in the tab bar; tab homes pull to refresh. */
  readonly tab?: number;
  /** Group of the rail: 1 are the tabs, 2 what stands below the line, 3 its foot. */
  readonly rail?: 1 | 2 | 3;
  readonly bar?: BarEntry;
  /** False where a page brings a frame of its own (login) and bars would only distract. */
  readonly hasBars?: false;
};

/** In the order of the bars; a page without a row is in none of them and shows them. */
export const barOf: Readonly<Partial<Record<PagePath, BarEntryOf>>> = {
  '/': {
    tab: 1,
    rail: 1,
    bar: { label: 'shell.nav.home', icon: 'house', activeIcon: 'house-fill' },
  },
  '/pages/transaction/transaction': {
    tab: 2,
    rail: 1,
    bar: { label: 'shell.nav.trade', icon: 'arrows-left-right', activeIcon: 'arrows-left-right-bold' },
  },
  '/pages/exchange/exchange': {
    tab: 3,
    rail: 1,
    bar: { label: 'shell.nav.assets', icon: 'wallet', activeIcon: 'wallet-fill' },
  },
  '/pages/exchange/transfer': {
    rail: 2,
    bar: { label: 'shell.nav.transfer', icon: 'paper-plane-tilt', activeIcon: 'paper-plane-tilt-fill' },
  },
  '/pages/card/index': {
    rail: 2,
    bar: { label: 'shell.nav.cards', icon: 'credit-card', activeIcon: 'credit-card-fill' },
  },
  '/pages/exchange/bill': {
    rail: 2,
    bar: { label: 'shell.nav.bills', icon: 'receipt', activeIcon: 'receipt-fill' },
  },
  '/pages/user/index': {
    rail: 3,
    bar: { label: 'shell.nav.me', icon: 'user-circle', activeIcon: 'user-circle-fill' },
  },
  '/pages/login/login': { hasBars: false },
  '/pages/start/start': { hasBars: false },
  '/pages/login/forget_username': { hasBars: false },
  '/pages/login/forget_select': { hasBars: false },
  '/pages/login/forget': { hasBars: false },
  '/pages/exchange/addressqrcode': { hasBars: false },
  '/pages/index/scanqrcode': { hasBars: false },
};

export const barPaths = Object.keys(barOf) as readonly PagePath[];
