/**
 * What a page must come to show. A journey is about what is shown, not how fast: machines that run it may be slow, and the
 * figures of docs/benchmarks.md are about time.
 */
import { expect } from '@playwright/test';

export const expectSlow = expect.configure({ timeout: 20_000 });
