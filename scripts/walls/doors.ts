/**
 * The shape of a server module: which of its files the program is put together from, and what it has for those beside it.
 * A module is changed behind its doors without anybody else noticing; through any other file it is not.
 */
import { dirname, join } from 'node:path';

import { doors, doorsOfOne } from '../../layers.ts';
import { rooms } from './rooms.ts';
import { parse, requestsOf } from './source.ts';

type File = { readonly path: string; readonly source: string };
/** An import of a value by its name, and the file that it comes from. */
type ImportedValue = { readonly name: string; readonly from: string };

const compositionRoot = /^apps\/server\/src\/([^/]+)$/;
const insideModule = /^apps\/server\/src\/modules\/([^/]+)\/(.+)$/;
const outside = /\.(test|test-d)\.ts$/;
const test = /\.test\.ts$/;
/** What a service is called by: it makes the module, or has it run. */
const makes = /^(create|start)[A-Z]/;
/** What the list of the task `prune` takes from a store. */
const prunes = /^prune[A-Z]/;
/** What others may take from a store: what changes rows, or holds them until it does. */
const changesRows = /^(insert|upsert|update|delete|take|lock)[A-Z]/;

/** What is wrong with the shape of the server's modules, as whole sentences. Tests among the files count as tests only. */
export function doorProblemsOf(files: readonly File[]): string[] {
  const code = files.filter(({ path }) => !outside.test(path));
  return [
    ...code.flatMap((file) => rootProblems(file)),
    ...code.flatMap((file) => serviceProblems(file)),
    ...code.flatMap((file) => storeProblems(file)),
    ...missingFiles(files.map(({ path }) => path)),
  ];
}

/** A file that puts the program together imports a module by its doors. */
function rootProblems({ path, source }: File): string[] {
  const [, name = ''] = compositionRoot.exec(path) ?? [];
  if (name === '') return [];
  const parsed = parse(path, source);
  const own = doorsOfOne[name];
  const named = own === undefined ? doors : [...doors, own];
  return requestsOf(parsed, source).flatMap((request) => {
    const [, module = '', file = ''] = insideModule.exec(join(dirname(path), request)) ?? [];
    if (module === '') return [];
    if (!named.includes(file))
      return [
        `${path}: import from ${named.join(', ')} of ${module} instead of ${file}, which is inside it.`,
      ];
    if (file !== 'store.ts') return [];
    return valuesOf(path, source).flatMap((value) =>
      value.from === join(dirname(path), request) && !prunes.test(value.name)
        ? [`${path}: import only what prunes from store.ts of ${module}, not ${value.name}.`]
        : [],
    );
  });
}

/** A service makes its module, or has it run, and hands on no other file's values: then it would be a list of names. */
function serviceProblems({ path, source }: File): string[] {
  const [, module = '', file] = insideModule.exec(path) ?? [];
  if (file !== 'service.ts') return [];
  const exported = parse(path, source).module.staticExports.flatMap(({ entries }) =>
    entries.filter(({ isType }) => !isType),
  );
  const handedOn = exported.flatMap(({ moduleRequest, exportName }) =>
    moduleRequest === null ? [] : [`${exportName.name ?? 'everything'} of ${moduleRequest.value}`],
  );
  const isMaking = exported.some(
    ({ moduleRequest, exportName }) => moduleRequest === null && makes.test(exportName.name ?? ''),
  );
  return [
    ...handedOn.map((what) => `${path}: put ${module} together here instead of handing on ${what}.`),
    ...(isMaking
      ? []
      : [`${path}: export a create… or start… that puts ${module} together, as services of modules do.`]),
  ];
}

/** What others read of a module's tables stands in its views.ts; its store they use to change rows. */
function storeProblems({ path, source }: File): string[] {
  const [, own] = insideModule.exec(path) ?? [];
  if (own === undefined) return [];
  return valuesOf(path, source).flatMap(({ name, from }) => {
    const [, module, file = ''] = insideModule.exec(from) ?? [];
    const isForeignStore = module !== undefined && module !== own && /(^|\/)store\.ts$/.test(file);
    return isForeignStore && !changesRows.test(name)
      ? [`${path}: import ${name} from views.ts of ${module} instead of ${file}, which is its own.`]
      : [];
  });
}

/** Who owns a table has a store, and every module a test of its own. */
function missingFiles(paths: readonly string[]): string[] {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const [, module, file] = insideModule.exec(path) ?? [];
    if (module !== undefined && file !== undefined) found.set(module, [...(found.get(module) ?? []), file]);
  }
  return [...found].flatMap(([module, names]) => [
    ...((rooms.get(module)?.owns.length ?? 0) > 0 && !names.includes('store.ts')
      ? [`apps/server/src/modules/${module}: it owns tables; give it a store.ts for their SQL.`]
      : []),
    ...(names.some((name) => test.test(name))
      ? []
      : [`apps/server/src/modules/${module}: give it a test of what it promises.`]),
  ]);
}

/** What a file imports by name, types left out; `* as` counts as everything. */
function valuesOf(path: string, source: string): ImportedValue[] {
  return parse(path, source).module.staticImports.flatMap(({ entries, moduleRequest }) =>
    entries.flatMap(({ importName, isType }) =>
      isType
        ? []
        : [{ name: importName.name ?? 'everything', from: join(dirname(path), moduleRequest.value) }],
    ),
  );
}
