/**
 * Every page that is built, one row each: who may see it, and its file; its query and its title stand in the table of
 * pages (packages/contract/src/pages.ts). A test holds both against spec/routes.json. What is not built has no row.
 */
import type { Rows } from './page-row.ts';
import { accountRoutes } from './routes-account.ts';
import { cardRoutes } from './routes-card.ts';
import { firstRoutes } from './routes-first.ts';
import { kycRoutes } from './routes-kyc.ts';
import { moneyRoutes } from './routes-money.ts';
import { moreRoutes } from './routes-more.ts';
import { tradeRoutes } from './routes-trade.ts';

export const routes: Rows = {
  ...firstRoutes,
  ...moneyRoutes,
  ...accountRoutes,
  ...moreRoutes,
  ...tradeRoutes,
  ...kycRoutes,
  ...cardRoutes,
};
