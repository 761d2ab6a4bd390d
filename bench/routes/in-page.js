/** What the bench `routes` runs inside of the page, as `window.bench`. Plain JavaScript: the browser gets it as it is. */
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const giveUpMs = 10_000;

/** Links of this app that can be tapped now. */
function links() {
  return [...document.querySelectorAll('a[href^="/"]')].filter(
    (link) => link.checkVisibility() && link.target !== '_blank',
  );
}

/** Their addresses; of a list of many objects the first few are enough. */
function addresses() {
  const here = window.location.pathname + window.location.search;
  const others = links().map((link) => link.getAttribute('href'));
  return [...new Set(others)].filter((href) => href !== here).slice(0, 40);
}

/** Runs `act` and answers the milliseconds until the next page is painted with its content. */
async function timeOf(act) {
  const before = document.querySelector('.page');
  const { href, pathname } = window.location;
  const startedAt = performance.now();
  act();
  const isThere = () =>
    window.location.href !== href &&
    // The page before stays until the next one can be drawn; another query is the same page.
    (before === null || !before.isConnected || pathname === window.location.pathname) &&
    document.querySelector('.page') !== null &&
    document.querySelector('.page .skeleton') === null;
  while (!isThere() && performance.now() - startedAt < giveUpMs) await frame();
  // The frame that drew it has been shown when the next one begins.
  await frame();
  return performance.now() - startedAt;
}

async function changePage(address) {
  const link = links().find((one) => one.getAttribute('href') === address);
  if (link === undefined) throw new Error(`There is no link to ${address}`);
  return await timeOf(() => link.click());
}

async function goBack() {
  return await timeOf(() => window.history.back());
}

/** Heads of days and months stand between rows; more than this without a row is a hole. */
const headsPx = 200;

/** Places on screen, between the first row of the list and its end, that have no row. */
function holes(rows) {
  const foot = document.querySelector('.list-end');
  const bottom = Math.min(window.innerHeight, foot === null ? Infinity : foot.getBoundingClientRect().top);
  const places = rows
    .map((row) => row.getBoundingClientRect())
    .filter((place) => place.bottom > 0 && place.top < bottom)
    .toSorted((left, right) => left.top - right.top);
  if (window.scrollY < window.innerHeight) return places.length > 0 ? 0 : 1;
  let reached = 0;
  let found = 0;
  for (const place of places) {
    if (place.top - reached > headsPx) found += 1;
    reached = Math.max(reached, place.bottom);
  }
  return bottom - reached > headsPx ? found + 1 : found;
}

/** Scrolls a list to its end, most of a screen at a time; `within` milliseconds may pass without any progress. */
async function scrollThrough(rowSelector, within) {
  const seen = new Set();
  let steps = 0;
  let blankSteps = 0;
  let movedAt = performance.now();
  while (performance.now() - movedAt < within) {
    const rows = [...document.querySelectorAll(rowSelector)];
    for (const row of rows) seen.add(row.href ?? row.textContent);
    if (holes(rows) > 0) blankSteps += 1;
    const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
    const isWhole = document.querySelector('.list-end button, .list-end svg') === null;
    if (isAtEnd && isWhole) break;
    if (!isAtEnd) {
      steps += 1;
      movedAt = performance.now();
      window.scrollBy(0, 700);
    }
    await frame();
    await frame();
  }
  return { steps, rows: seen.size, blankSteps };
}

window.bench = { addresses, changePage, goBack, scrollThrough };
