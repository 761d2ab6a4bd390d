/**
 * `npm run check -- canaries [--json]`: what is known of a person is nowhere but sealed, and what is printed on a card is
 * nowhere. Values of people, of their companies, of keys and of cards go through a whole server by real calls; then every place where something of them could lie is
 * searched, in every form that a text takes. The last line is one line of JSON.
 */
import { startTestCluster } from '../../apps/server/testing/cluster.ts';
import { canariesOfCardPeople } from './card-people.ts';
import { canariesOfCards, countPrinted, runCardStory } from './card-story.ts';
import { readTables } from './database.ts';
import { callBadly, sendBadly, sendCardEvents, sendEvents } from './hostile.ts';
import { openHouse, readDatabaseLog } from './house.ts';
import { canariesOfCompany, canariesOfRecords } from './keys.ts';
import { runOwnStory } from './own-story.ts';
import { canariesOfPeople } from './people.ts';
import { createPlaces, findCanaries, missedForms } from './places.ts';
import { readPageAddresses, readEverything, readExports, readServed } from './reads.ts';
import { checkSearch, openCanaries } from './self-check.ts';
import { runStory } from './story.ts';

const placesMin = 30;
const plantedMin = 150;

const startedAt = performance.now();
const cluster = await startTestCluster();
try {
  const places = createPlaces();
  const house = await openHouse(cluster, places);
  try {
    const selfChecks = await checkSearch(house);
    const { people, pages } = await runStory(house);
    const own = await runOwnStory(house);
    const cards = await runCardStory(house);
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error('Broken: the story has people');
    const calls = (await callBadly(house, first)) + (await sendBadly(house));
    await sendEvents(house, people);
    await sendCardEvents(house);
    await house.pass();
    // Somebody else asks about the records of the first, and about cards.
    for (const other of [first, ...cards.holders]) await readEverything(house, second, other);
    for (const person of [...people, own, ...cards.holders]) {
      await readPageAddresses(house, person);
      await readExports(house, person);
    }
    await readServed(house);
    readDatabaseLog(places);
    const { columns, sealedValues } = await readTables(house.api.ownerUrl, places);
    const records = await canariesOfRecords(house);
    const ofCards = [...canariesOfCardPeople(), ...canariesOfCards(house)];
    const canaries = [
      ...canariesOfPeople(),
      ...ofCards,
      ...pages,
      ...cards.pages,
      ...canariesOfCompany(house),
      ...records.canaries,
    ];
    const found = findCanaries(places, canaries);
    for (const { place, canary, form } of found) console.error(`${place}: ${canary} (${form})`);
    const names = places.names();
    for (const name of names) console.log(`searched ${name}: ${places.textOf(name).length} characters`);
    const printed = countPrinted(house);
    const forms = missedForms(places, [...openCanaries, ...ofCards]);
    const isGood =
      found.length === 0 &&
      new Set(canaries.map(({ text }) => text)).size === canaries.length &&
      canaries.length >= plantedMin &&
      names.length >= placesMin &&
      sealedValues > 0 &&
      records.opened.length === 7 &&
      printed === cards.holders.length &&
      house.talkative.count() > 0 &&
      selfChecks.found === selfChecks.tries &&
      forms.missed === 0;
    const figures = {
      planted: canaries.length,
      places: names.length,
      found: found.length,
      columns,
      sealedValues,
      opened: records.opened.length,
      printed,
      printedAnswers: house.talkative.count(),
      badCalls: calls,
      selfChecks: selfChecks.tries + forms.tries,
      selfChecksFound: selfChecks.found + forms.tries - forms.missed,
      seconds: Number(((performance.now() - startedAt) / 1000).toFixed(1)),
    };
    process.exitCode = isGood ? 0 : 1;
    console.log(JSON.stringify({ name: 'canaries', figures, ratios: {} }));
  } finally {
    await house.close();
  }
} finally {
  await cluster.stop();
}
