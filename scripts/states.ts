/** `node scripts/states.ts`: draws the state tables in docs/states.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { statesText } from './states/states-text.ts';

writeFileSync(join(import.meta.dirname, '../docs/states.md'), statesText());
