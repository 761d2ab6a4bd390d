/** An identity that is given to the house itself: a draft, photos and a signature, looked at by a person of the house. */
import { minuteMs } from '@marigold/money/spans';
import { type OwnItem, ownItems } from '@marigold/partners/kyc-states';
import { sql } from 'kysely';

import { openOwner } from '../../apps/server/src/platform/database/database.ts';
import { enrolled, operate } from '../../apps/server/testing/operate.ts';
import { annaTyped, draftSteps, type SavedItems } from '../../apps/server/testing/own-draft.ts';
import { phoneSteps } from '../../apps/server/testing/phone-steps.ts';
import type { House } from './house.ts';
import { ownSheet } from './people.ts';
import { pay, readNow, type Verified } from './story.ts';

/** Of the photos, whose bytes hold a value themselves. */
const pictures = ['idFront', 'addressProof', 'signature'] as const;

export async function runOwnStory(house: House): Promise<Verified> {
  const { api, places } = house;
  const person = await pay(house);
  const { authNo } = person;
  const { bring, save, draft, submit, resubmit } = draftSteps(() => api);
  const { opened, open, savePhoto } = phoneSteps(() => api);
  const photo = async (item: (typeof pictures)[number]): Promise<SavedItems> => {
    const kind = item === 'signature' ? 'signature' : 'identity';
    return { [item]: { fileId: await bring(person, kind, Buffer.from(ownSheet.photo)) } };
  };
  const { photo: _, firstName, lastName, idNumber, ...rest } = ownSheet;
  const typed = { ...annaTyped, ...rest, names: { firstName, lastName } };
  await save(person, authNo, { ...typed, idNumber: { idType: 'passport', number: idNumber } });
  for (const item of pictures.slice(0, -1)) await save(person, authNo, await photo(item));
  // A phone that takes a photo for them reads what is wanted, and nothing that was typed.
  const phone = await opened(person, authNo);
  const { addressProof } = await photo('addressProof');
  const brought = await savePhoto(phone, 'addressProof', addressProof?.fileId ?? '');
  if (!brought.ok) throw new Error(brought.msg);
  places.add('what a phone reads', JSON.stringify([await open(phone), brought]));
  await save(person, authNo, await photo('signature'));
  const read = await draft(person, authNo);
  if (read.missing.length > 0 || read.typed.names?.lastName !== lastName)
    throw new Error(`the draft did not come back: ${JSON.stringify(read)}`);
  await readNow(house, person);
  await submit(person, authNo);
  await later(house, person);
  const owner = openOwner(api.ownerUrl);
  try {
    const { ask } = await enrolled(owner.db, ['ann', 'ben']);
    const command = async (line: string) => {
      const by = ['--by', 'ann', '--reason', 'looked at'];
      const { isDone, lines } = await operate(line, by, {
        db: owner.db,
        ask,
        now: api.clock.now(),
        screens: false,
      });
      places.add('what operators read', ...lines);
      if (!isDone) throw new Error(`${line}: ${lines.join(' ')}`);
    };
    const isGiven = (item: OwnItem) => item in typed || (pictures as readonly string[]).includes(item);
    for (const item of ownItems.filter((one) => isGiven(one) && one !== 'idFront'))
      await command(`kyc-accept-item ${authNo} ${item}`);
    await command(`kyc-again ${authNo} idFront glare`);
    await command(`kyc-decide ${authNo} again`);
    await later(house, person);
    await save(person, authNo, await photo('idFront'));
    await resubmit(person, authNo);
    await later(house, person);
    await command(`kyc-accept-item ${authNo} idFront`);
    await command(`kyc-decide ${authNo} pass`);
    await later(house, person);
    await command(`kyc-show ${authNo}`);
  } finally {
    await owner.close();
  }
  await readStored(house);
  return person;
}

async function later(house: House, person: Verified): Promise<void> {
  house.api.clock.move(minuteMs);
  await house.pass();
  await house.api.server.jobs['files']?.({});
  await readNow(house, person);
}

/** What lies in the store of files, once the plain pictures are swept away. */
async function readStored({ api, places }: House): Promise<void> {
  const rows = await sql<{ id: string }>`
    select id from app.file where kind in ('identity', 'signature')`.execute(api.databases.main);
  if (rows.rows.length !== pictures.length)
    throw new Error(`${rows.rows.length} pictures are stored, and ${pictures.length} are in use`);
  for (const { id } of rows.rows) {
    const { sealed } = (await api.server.files.openSealed(api.databases.main, id)) ?? {};
    if (sealed === undefined) throw new Error('a picture of a record is not in the store');
    places.add('stored files', sealed.toString('latin1'), sealed.toString('utf8'), sealed.toString('hex'));
  }
}
