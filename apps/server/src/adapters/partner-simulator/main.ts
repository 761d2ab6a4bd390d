/** The process of the demo company: ends when its parent does, and goes on where it stopped. */
import * as z from 'zod';

import { ensureIssuingKeys } from './card-company-file.ts';
import { createIssuingCompany, musepayRetryMs } from './card-company.ts';
import { ensureCompanyKeys, readCompanyPort, writeCompanyPort } from './company-file.ts';
import { startCompanyServer } from './company-server.ts';
import { createCompany, documentedRetryMs } from './company.ts';

const Settings = z.object({
  COMPANY_FOLDER: z.string().min(1),
  COMPANY_CHECK_MS: z.coerce.number().int().min(0),
  COMPANY_RETRY_MS: z.string().optional(),
  COMPANY_CLOCK_OFFSET_MS: z.coerce.number().int(),
});

const settings = Settings.parse(process.env);
const folder = settings.COMPANY_FOLDER;
const retryMs = settings.COMPANY_RETRY_MS?.split(',').map(Number);
const shared = {
  folder,
  checkMs: settings.COMPANY_CHECK_MS,
  clock: () => Date.now() + settings.COMPANY_CLOCK_OFFSET_MS,
  chance: Math.random,
};
const company = createCompany({
  ...shared,
  keys: ensureCompanyKeys(folder),
  retryMs: retryMs ?? documentedRetryMs,
});
const cards = createIssuingCompany({
  ...shared,
  keys: ensureIssuingKeys(folder),
  retryMs: retryMs ?? musepayRetryMs,
  faults: () => company.state.faults,
});
const server = await startCompanyServer(company, readCompanyPort(folder), cards);
writeCompanyPort(folder, server.port);

process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.stdin.once('close', () => process.exit(0));
console.log(`ready ${server.url}`);
