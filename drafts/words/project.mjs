import ts from 'typescript';
import { execSync } from 'node:child_process';
import { join } from 'node:path';
import { readFileSync, existsSync } from 'node:fs';

/** Every source of the clone in one language service; edits live in `texts` until they are written. */
export function open(root) {
  const list = execSync('git ls-files -co --exclude-standard -- "*.ts" "*.tsx"', { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n').filter(Boolean).filter((f) => existsSync(join(root, f)));
  const extra = execSync('find apps packages -name generated -type d -not -path "*/node_modules/*" | xargs -r -I{} find {} -name "*.ts"', { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const files = [...new Set([...list, ...extra])];
  const texts = new Map(), versions = new Map();
  const abs = (f) => join(root, f);
  for (const f of files) { texts.set(abs(f), readFileSync(abs(f), 'utf8')); versions.set(abs(f), 0); }
  const options = {
    target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, allowImportingTsExtensions: true, noEmit: true,
    verbatimModuleSyntax: true, lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: ['node', 'vite/client'], jsx: ts.JsxEmit.ReactJSX, skipLibCheck: true,
    preserveSymlinks: false, resolveJsonModule: true,
  };
  const real = ts.createCompilerHost(options);
  const host = {
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (f) => String(versions.get(f) ?? 0),
    getScriptSnapshot: (f) => { const t = texts.get(f) ?? ts.sys.readFile(f); return t === undefined ? undefined : ts.ScriptSnapshot.fromString(t); },
    getCurrentDirectory: () => root, getCompilationSettings: () => options, getDefaultLibFileName: () => real.getDefaultLibFileName(options),
    fileExists: (f) => texts.has(f) || ts.sys.fileExists(f), readFile: (f) => texts.get(f) ?? ts.sys.readFile(f), readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories, realpath: ts.sys.realpath,
  };
  const service = ts.createLanguageService(host, ts.createDocumentRegistry());
  return { root, files, texts, versions, service, abs, ts, rel: (f) => f.slice(root.length + 1) };
}
