/** The two pages that people start on. Their rows come with the first lines; all others once the screen stands. */
import { type Rows, withTexts } from './page-row.ts';

export const firstRoutes = {
  '/': {
    guard: 'visitor',
    load: async () => (await import('../features/home/home.page.tsx')).HomePage,
  },
  '/pages/start/start': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['share'], import('../features/start/start.page.tsx'), (page) => page.StartPage),
  },
} satisfies Partial<Rows>;
