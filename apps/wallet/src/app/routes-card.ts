/** Pages about cards: the shop and an application, and one's own cards. */
import { type Rows, withTexts } from './page-row.ts';

export const cardRoutes = {
  '/pages/card/card': {
    guard: 'user',
    load: async () =>
      await withTexts(['card'], import('../features/card/card.page.tsx'), (page) => page.CardShopPage),
  },
  '/pages/card/detail': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['card'],
        import('../features/card/card-product.page.tsx'),
        (page) => page.CardProductPage,
      ),
  },
  '/pages/card/cardmethod': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['card', 'pages', 'account'],
        import('../features/card/card-method.page.tsx'),
        (page) => page.CardMethodPage,
      ),
  },
  '/pages/card/waitkyc': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['card', 'account'],
        import('../features/card/wait-kyc.page.tsx'),
        (page) => page.CardApplicationPage,
      ),
  },
  '/pages/card/index': {
    guard: 'user',
    load: async () =>
      await withTexts(['cards'], import('../features/cards/cards.page.tsx'), (page) => page.CardsPage),
  },
  '/pages/card/info': {
    guard: 'user',
    load: async () =>
      await withTexts(['cards'], import('../features/cards/card-info.page.tsx'), (page) => page.CardInfoPage),
  },
  '/pages/card/actived': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['cards', 'pages', 'account'],
        import('../features/cards/activate.page.tsx'),
        (page) => page.ActivateCardPage,
      ),
  },
  '/pages/card/lock': {
    guard: 'user',
    load: async () =>
      await withTexts(['cards'], import('../features/cards/lock.page.tsx'), (page) => page.LockCardPage),
  },
  '/pages/card/unlock': {
    guard: 'user',
    load: async () =>
      await withTexts(
        ['cards', 'pages', 'account'],
        import('../features/cards/unlock.page.tsx'),
        (page) => page.UnlockCardPage,
      ),
  },
} satisfies Partial<Rows>;
