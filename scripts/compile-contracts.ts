/**
 * Compiles packages/evm/contracts: `contracts.sol` to `contracts.json`, what solc was given beside it. For who changes a
 * contract, who formats the files after it; the program and its tests read what is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import solc from 'solc';

const folder = join(import.meta.dirname, '../packages/evm/contracts');

interface Compiled {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<string, Readonly<Record<string, { evm: { bytecode: { object: string } } }>>>
  >;
}

/** The standard JSON that the compiler is given. */
export function compilerInput(): string {
  return `${JSON.stringify(
    {
      language: 'Solidity',
      sources: { 'contracts.sol': { content: readFileSync(join(folder, 'contracts.sol'), 'utf8') } },
      settings: {
        evmVersion: 'shanghai',
        optimizer: { enabled: true, runs: 200 },
        // Without it the bytecode would end in a hash of the source, comments included.
        metadata: { bytecodeHash: 'none', appendCBOR: false },
        outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
      },
    },
    null,
    2,
  )}\n`;
}

/** The bytecode of each contract, by name. */
export function compileContracts(input: string): string {
  const { errors = [], contracts = {} } = JSON.parse(solc.compile(input)) as Compiled;
  const failures = errors.filter(({ severity }) => severity === 'error');
  if (failures.length > 0)
    throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const bytecodes = Object.entries(contracts['contracts.sol'] ?? {})
    .map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`] as const)
    .filter(([, bytecode]) => bytecode !== '0x');
  return `${JSON.stringify(Object.fromEntries(bytecodes), null, 2)}\n`;
}

if (import.meta.main) {
  const input = compilerInput();
  writeFileSync(join(folder, 'contracts.input.json'), input);
  writeFileSync(join(folder, 'contracts.json'), compileContracts(input));
}
