/** Writes the web app's manifests: one for each language, and the English one for whoever has not been understood yet. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { addressOfPage, titleOfPage } from '@marigold/contract/pages';
import { type LanguageId, languageIds, languages } from '@marigold/texts/languages';
import { say } from '@marigold/texts/say';

/** The canvas of the light theme: what stands behind the first paint, and around the page. */
const canvas = '#f2f5f1';

const icons = [
  { src: '/app-icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/app-icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/app-icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
  { src: '/app-icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const shortcuts = ['/pages/exchange/transfer', '/pages/exchange/exchange', '/pages/exchange/bill'] as const;

/** The id is the same everywhere: whoever changes the language keeps the app. */
function manifestIn(language: LanguageId) {
  return {
    id: '/',
    name: 'Marigold',
    short_name: 'Marigold',
    description: say(language, 'download.about'),
    lang: languages[language].lang,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: canvas,
    theme_color: canvas,
    categories: ['finance'],
    icons,
    shortcuts: shortcuts.map((path) => ({
      name: say(language, titleOfPage(path, {})),
      url: addressOfPage(path),
      icons: [{ src: '/app-icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
  };
}

export async function writeManifests(dir: string): Promise<void> {
  const write = async (name: string, language: LanguageId) =>
    await writeFile(join(dir, name), JSON.stringify(manifestIn(language)));
  await write('manifest.webmanifest', 'en');
  for (const language of languageIds)
    await write(`manifest.${languages[language].lang}.webmanifest`, language);
}
