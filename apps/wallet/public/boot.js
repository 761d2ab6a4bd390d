/* Runs before the first paint: the chosen theme, colours of the market and language stand on <html> at once.
   Keys in local storage: `theme` (light, dark; absent follows the system), `updown` (red, safe), `locale`. */
(function () {
  var html = document.documentElement;
  var system = matchMedia('(prefers-color-scheme: dark)');
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  function paint() {
    var choice = stored('theme');
    var dark = choice === 'dark' || (choice !== 'light' && system.matches);
    html.dataset.theme = dark ? 'dark' : 'light';
    document.querySelector('meta[name="theme-color"]').content = dark ? '#0a1211' : '#f2f5f1';
  }
  paint();
  system.addEventListener('change', paint);
  var updown = stored('updown');
  if (updown === 'red' || updown === 'safe') html.dataset.updown = updown;
  var locale = stored('locale');
  if (/^(en|zh-Hans|zh-Hant|ja|ru)$/.test(locale)) html.lang = locale;
})();
