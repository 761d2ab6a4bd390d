/** Pages beside the money: messages, help, links, the app itself. */
import { type Rows, withTexts } from './page-row.ts';

export const moreRoutes = {
  '/pages/index/webpage': {
    title: 'shell.title.webpage',
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/content/content.page.tsx'), (page) => page.ContentPage),
  },
  '/pages/index/downloadapp': {
    title: 'shell.title.downloadapp',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['share'],
        import('../features/download/download.page.tsx'),
        (page) => page.DownloadPage,
      ),
  },
  '/pages/about/about': {
    title: 'shell.title.about',
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/about/about.page.tsx'), (page) => page.AboutPage),
  },
  '/pages/about/contact': {
    title: 'shell.title.contact',
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/about/contact.page.tsx'), (page) => page.ContactPage),
  },
  '/pages/message/message': {
    // Spec 2 names "Notify" without a page of its own: what everybody is told.
    title: ({ topic }) => (topic === 'announcement' ? 'shell.title.notify' : 'shell.title.message'),
    guard: 'user',
    load: async () =>
      await withTexts(['info'], import('../features/message/messages.page.tsx'), (page) => page.MessagesPage),
  },
  '/pages/outlink/outlink': {
    title: 'shell.title.outlink',
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/outlink/outlink.page.tsx'), (page) => page.OutlinkPage),
  },
  '/pages/test/test': {
    title: 'shell.title.test',
    guard: 'visitor',
    load: async () =>
      await withTexts(
        ['info'],
        import('../features/diagnostics/diagnostics.page.tsx'),
        (page) => page.DiagnosticsPage,
      ),
  },
  '/pages/updater/updater': {
    title: 'shell.title.updater',
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/updater/updater.page.tsx'), (page) => page.UpdaterPage),
  },
  '/pages/life/life': {
    title: 'shell.title.life',
    guard: 'visitor',
    load: async () =>
      await withTexts(['info'], import('../features/life/life.page.tsx'), (page) => page.LifePage),
  },
} satisfies Partial<Rows>;
