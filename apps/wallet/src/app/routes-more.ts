/** Pages beside the money: messages, help, links, the app itself. */
import { type Rows, withTexts } from './page-row.ts';

export const moreRoutes = {
  '/pages/index/webpage': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/content/content.page.tsx'), (page) => page.ContentPage),
  },
  '/pages/index/downloadapp': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['share'],
        import('../features/download/download.page.tsx'),
        (page) => page.DownloadPage,
      ),
  },
  '/pages/about/about': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/about/about.page.tsx'), (page) => page.AboutPage),
  },
  '/pages/about/contact': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/about/contact.page.tsx'), (page) => page.ContactPage),
  },
  '/pages/message/message': {
    guard: 'user',
    load: async () =>
      await withTexts(['info'], import('../features/message/messages.page.tsx'), (page) => page.MessagesPage),
  },
  '/pages/outlink/outlink': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/outlink/outlink.page.tsx'), (page) => page.OutlinkPage),
  },
  '/pages/test/test': {
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['info'],
        import('../features/diagnostics/diagnostics.page.tsx'),
        (page) => page.DiagnosticsPage,
      ),
  },
  '/pages/updater/updater': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/updater/updater.page.tsx'), (page) => page.UpdaterPage),
  },
  '/pages/life/life': {
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/life/life.page.tsx'), (page) => page.LifePage),
  },
} satisfies Partial<Rows>;
