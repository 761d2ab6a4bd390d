/** Runs before every file of component tests (vitest.config.ts). */
import { afterEach, beforeEach } from 'vitest';

import { beginTest, endTest } from './screen.tsx';

beforeEach(beginTest);
afterEach(endTest);
