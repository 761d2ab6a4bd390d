/** Fails on every import that the layer table does not allow, and on every folder that the table does not name. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { parseSync } from 'vite';

import { layers, slicedLayers } from '../layers.ts';

const root = join(import.meta.dirname, '..');
/** The longest name first, so that a folder inside a layer may be a layer of its own. */
const names = Object.keys(layers).toSorted((left, right) => right.length - left.length);
/** Files directly in an application's src put its parts together: they may import anything, and nothing imports them. */
const compositionRoot = /^apps\/[^/]+\/src\/[^/]+$/;
/** Outside the table: tests, what tests need, and the configuration of tools. */
const outside = /\.(test|test-d|ct)\.tsx?$|\.config\.ts$|\/(testing|tests)\//;

/** The layer that a path from the root of the repository belongs to. */
function layerOf(path: string): string | undefined {
  return names.find((layer) => path.startsWith(`${layer}/`));
}

/** The folder inside a sliced layer: its slices may not import each other. */
function sliceOf(layer: string, path: string): string {
  return path.slice(layer.length + 1).split('/', 1)[0] ?? '';
}

/** Where an import of our own leads, as a path from the root; undefined for a package from outside. */
function targetOf(file: string, request: string): string | undefined {
  if (request.startsWith('.')) return join(dirname(file), request);
  if (request.startsWith('@marigold/')) return request.replace('@marigold/', 'packages/');
  return undefined;
}

/** Everything a file imports or re-exports, types and dynamic imports with a plain text included. */
export function requestsOf(file: string, source: string): string[] {
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      return /^(['"`])(.*)\1$/.exec(source.slice(start, end))?.[2] ?? [];
    }),
  ];
}

/** What is wrong with one file's imports, as whole sentences. */
export function problemsOf(file: string, source: string): string[] {
  if (outside.test(file)) return [];
  const from = layerOf(file);
  if (from === undefined && !compositionRoot.test(file))
    return [`${file}: no row of layers.ts names its folder.`];
  return requestsOf(file, source).flatMap((request) => {
    const target = targetOf(file, request);
    if (target === undefined) return [];
    if (compositionRoot.test(target)) {
      return from === undefined ? [] : [`${file}: nothing imports ${target}, which puts the parts together.`];
    }
    const to = layerOf(target);
    if (from === undefined) return [];
    if (to === from) {
      const isSibling = slicedLayers.includes(from) && sliceOf(from, file) !== sliceOf(from, target);
      return isSibling
        ? [`${file}: ${request} is a sibling; what two of ${from} need moves to a layer below.`]
        : [];
    }
    if (to === undefined) return [`${file}: ${request} leads out of the layers.`];
    return layers[from]?.includes(to) === true ? [] : [`${file}: ${from} may not import ${to}.`];
  });
}

/** Every problem of the repository. */
export function boundaryProblems(): string[] {
  const files = globSync('{packages,apps}/*/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|generated)$/.test(path),
  }).filter((file) => !/\/(node_modules|dist|generated)\//.test(file));
  return files.toSorted().flatMap((file) => problemsOf(file, readFileSync(join(root, file), 'utf8')));
}

if (import.meta.main) {
  const problems = boundaryProblems();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
