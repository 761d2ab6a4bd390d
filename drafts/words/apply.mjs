// node apply.mjs CLONE MAP…  — renames, moves and the texts that name them. Run by apply.sh.
import { open } from './project.mjs';
import { readFileSync, writeFileSync, existsSync, mkdirSync, rmSync, readdirSync, statSync } from 'node:fs';
import { join, dirname, basename, relative } from 'node:path';
import { execFileSync, execSync } from 'node:child_process';
const [root, ...maps] = process.argv.slice(2);
const p = open(root); const { ts, rel, service } = p; const abs = p.abs;
const notes = []; const say = (...x) => { const s = x.join(' '); if (!notes.includes(s)) { notes.push(s); console.log(s); } };
const expand = (f) => f.replace(/^S:/, 'apps/server/src/').replace(/^M:/, 'apps/server/src/modules/').replace(/^W:/, 'apps/wallet/src/').replace(/^F:/, 'apps/wallet/src/features/').replace(/^P:/, 'packages/').replace(/^T:/, 'apps/server/testing/').replace(/^V:/, 'apps/wallet/testing/');
const entries = [], moves = [], wordRules = [], oks = new Set(), texts = [];
for (const m of maps) for (const line of readFileSync(m, 'utf8').split('\n')) {
  const t = line.replace(/\s#.*$/, '').trim(); if (!t || t.startsWith('#')) continue;
  if (t.startsWith('text ')) { const [, f, a, b] = t.match(/^text (\S+) \|\|(.*?)\|\|(.*)\|\|$/); texts.push([expand(f), a, b]); continue; }
  const w = t.split(/\s+/);
  if (w[0] === 'move') moves.push([expand(w[1]), expand(w[2])]);
  else if (w[0] === 'word') wordRules.push([w[1], w[2], w[3] && new RegExp(w[3])]);
  else if (w[0] === 'regex') wordRules.push([new RegExp(w[1]), w[2]]);
  else if (w[0] === 'ok') oks.add(w.slice(1).join(' '));
  else if (w.length === 3) entries.push([expand(w[0]), w[1], w[2]]);
  else say('bad line:', line);
}
const cap = (s) => s[0].toUpperCase() + s.slice(1);
const parts = (n) => n.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[_$]+/g) ?? [n];
function byRule(name, f) {
  let out = name;
  for (const [a, b, where] of wordRules) {
    if (where && !where.test(f)) continue;
    if (a instanceof RegExp) { out = out.replace(a, b); continue; }
    if (/_/.test(out)) continue;
    out = parts(out).map((x) => x === a ? b : x === cap(a) ? cap(b) : x === a + 's' ? b + 's' : x === cap(a) + 's' ? cap(b) + 's' : x).join('');
  }
  return out;
}
const t0 = Date.now(); const program = service.getProgram(); const checker = program.getTypeChecker();
// 1. declarations by file and name
const decl = new Map(); // file -> name -> nodes
const exported = new Map(); // name -> files
const isDecl = (n) => n.name && ts.isIdentifier(n.name) && !ts.isPropertyAccessExpression(n) && !ts.isMetaProperty(n) && !ts.isJsxAttribute(n) && !ts.isImportSpecifier(n) && !(ts.isExportSpecifier(n) && n.propertyName) && !ts.isImportClause(n) && !ts.isNamespaceExport(n) && !ts.isNamedTupleMember(n);
const identifiers = new Map(); // file -> [nodes]
for (const s of program.getSourceFiles()) {
  if (!p.texts.has(s.fileName)) continue; const f = rel(s.fileName); const by = new Map(); decl.set(f, by); const ids = []; identifiers.set(f, ids);
  const visit = (n) => { if (ts.isIdentifier(n)) ids.push(n); if (isDecl(n)) (by.get(n.name.text) ?? by.set(n.name.text, []).get(n.name.text)).push(n.name); ts.forEachChild(n, visit); };
  visit(s);
  const m = checker.getSymbolAtLocation(s); if (m) for (const e of checker.getExportsOfModule(m)) { const d = e.declarations?.[0]; if (d && d.getSourceFile() === s && !ts.isExportSpecifier(d)) (exported.get(e.name) ?? exported.set(e.name, []).get(e.name)).push(f); }
}
const startIndex = new Map(), nameIndex = new Map();
const atStart = (g) => { let m = startIndex.get(g); if (!m) { m = new Map(); for (const x of identifiers.get(g)) m.set(x.getStart(), x); startIndex.set(g, m); } return m; };
const ofName = (g, name) => { let m = nameIndex.get(g); if (!m) { m = new Map(); for (const x of identifiers.get(g)) (m.get(x.text) ?? m.set(x.text, []).get(x.text)).push(x); nameIndex.set(g, m); } return m.get(name) ?? []; };
const generated = (f) => /(^|\/)(generated|dist)\//.test(f);
// 2. find places
const spans = new Map(); // file -> start -> {length, name?, prefix?, suffix?}
const collisions = [];
function scopeOf(n) { let x = n; while (x && !ts.isSourceFile(x) && !ts.isBlock(x) && !ts.isFunctionLike(x) && !ts.isModuleBlock(x) && !ts.isForStatement(x) && !ts.isForOfStatement(x)) x = x.parent; return x; }
function renameFresh(f, node, name, to) {
  const put = (g, x, role) => { const m = spans.get(g) ?? spans.set(g, new Map()).get(g); const key = x.getStart(); const e = m.get(key) ?? m.set(key, { length: name.length, done: new Set(), old: name, sep: ': ' }).get(key); e[role] ??= to; };
  say('fresh member:', f, name, '→', to); put(f, node.name, 'left');
  for (const g of identifiers.keys()) for (const x of ofName(g, name)) { const q = x.parent;
    if (ts.isPropertyAccessExpression(q) && q.name === x) { if (checker.getSymbolAtLocation(x)?.declarations?.includes(node)) put(g, x, 'whole'); }
    else if (ts.isBindingElement(q) && ts.isObjectBindingPattern(q.parent) && (q.propertyName ?? q.name) === x) { const ds = checker.getPropertyOfType(checker.getTypeAtLocation(q.parent), name)?.declarations; if (ds?.includes(node)) put(g, x, q.propertyName ? 'whole' : 'left'); } }
}
function renameAll(f, name, to, only) {
  const nodes = [...(decl.get(f)?.get(name) ?? [])]; let hits = 0;
  // references to members that a shorthand made: `{ told }` and then `x.told`
  for (const x of identifiers.has(f) ? ofName(f, name) : []) if (!nodes.includes(x) && (ts.isPropertyAccessExpression(x.parent) && x.parent.name === x || ts.isBindingElement(x.parent) && x.parent.propertyName === x)) nodes.push(x);
  for (const node of nodes) {
    if (ts.isShorthandPropertyAssignment(node.parent) && !(checker.getContextualType(node.parent.parent) && checker.getPropertyOfType(checker.getContextualType(node.parent.parent), name))) renameFresh(f, node.parent, name, to);
    const at = node.getStart(); const was = spans.get(f)?.get(at); if (was && (was.whole === to || was.right === to || (was.left === to && !ts.isBindingElement(node.parent) && !ts.isExportSpecifier(node.parent) && !ts.isShorthandPropertyAssignment(node.parent)))) { hits += 1; continue; }
    const d = node.parent;
    if (ts.isPropertyAccessExpression(d) || (ts.isBindingElement(d) && (d.propertyName === node))) { if (spans.get(f)?.has(at)) continue; const sd = checker.getSymbolAtLocation(node)?.declarations ?? []; if (!sd.length || !sd.every((y) => y.getSourceFile().fileName === abs(f) && ts.isShorthandPropertyAssignment(y))) continue; }
    if (only === 'rule' && ts.isPropertyAssignment(d) && ts.isStringLiteral(d.initializer)) { say('a value, left:', f, d.getText()); continue; }
    // an object literal's member that belongs to a type declared elsewhere, or a destructured one, is renamed with its owner
    if ((ts.isPropertyAssignment(d) || ts.isShorthandPropertyAssignment(d) || ts.isMethodDeclaration(d) || ts.isGetAccessor(d)) && ts.isObjectLiteralExpression(d.parent)) {
      const t = checker.getContextualType(d.parent); const prop = t && checker.getPropertyOfType(t, name); const pd = prop?.declarations?.[0];
      if (pd && !(p.texts.has(pd.getSourceFile().fileName) && rel(pd.getSourceFile().fileName) === f)) continue;
    }
    const locs = service.findRenameLocations(abs(f), at, false, false, { providePrefixAndSuffixTextForRename: true });
    if (!locs) { say('no rename:', f, name); continue; }
    if (only === 'rule' && locs.some((l) => /\/packages\/contract\/src\/(?!.*test)/.test(l.fileName) && !l.fileName.endsWith('/' + f))) { say('on the wire, left:', f, name); continue; }
    if ((ts.isPropertySignature(d) || ts.isPropertyAssignment(d) || ts.isMethodSignature(d)) && process.env.MEMBERS) say('member:', f, name, '→', to);
    hits += 1;
    for (const l of locs) {
      if (!p.texts.has(l.fileName)) { say('outside the clone:', f, name, l.fileName); continue; }
      const g = rel(l.fileName); if (generated(g)) { say('generated:', f, name, g); continue; }
      const m = spans.get(g) ?? spans.set(g, new Map()).get(g); const key = l.textSpan.start;
      const e = m.get(key) ?? m.set(key, { length: l.textSpan.length, done: new Set(), old: name }).get(key);
      const role = l.prefixText ? 'right' : l.suffixText ? 'left' : 'whole';
      if (e[role] !== undefined && e[role] !== to) say('two names:', g, name, e[role], to);
      e[role] = to; e.sep = (l.prefixText ?? l.suffixText ?? e.sep ?? '').includes(' as ') ? ' as ' : (e.sep ?? ': '); e.done.add(to);
      // would the new name mean something else here already?
      const s = program.getSourceFile(l.fileName); const tok = ts.getTokenAtPosition ? undefined : undefined;
      const idn = atStart(g).get(key); if (!idn) { if (!/['"]/.test(s.text[key - 1] ?? '')) say('no identifier:', g, name); continue; }
      const q = idn.parent; const isProp = (ts.isPropertyAccessExpression(q) && q.name === idn) || ts.isPropertySignature(q) || ts.isMethodSignature(q) || (ts.isPropertyAssignment(q) && q.name === idn) || (ts.isBindingElement(q) && q.propertyName === idn) || ts.isPropertyDeclaration(q) || ts.isMethodDeclaration(q) || ts.isJsxAttribute(q) || ts.isGetAccessor(q) || role === 'left';
      if (isProp && (ts.isPropertySignature(q) || ts.isPropertyAssignment(q)) && g.startsWith('packages/contract/src/')) say('wire?', g, name, '→', to);
      if (isProp && ts.isPropertySignature(q) && new RegExp(`[\`'"][^\`]*\\b(select|returning|insert|with)\\b[^\`]*\\b${name}\\b`).test(s.text)) say('sql?', g, name, '→', to);
      if (!isProp) {
        const there = checker.resolveName(to, idn, ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Alias, false);
        const dd = there?.declarations?.[0]; if (dd && p.texts.has(dd.getSourceFile().fileName)) collisions.push([g, name, to, dd]);
        else if (dd && !/\b(status|name|event|origin|close|open|length|top|parent|self|history|location|screen|print|stop|find|focus|blur|external)\b/.test(to) && ts.isVariableDeclaration(dd)) { /* a global of the dom: shadowing is harmless */ }
        // inner reference of the new name that would be captured
        const sc = scopeOf(q); for (const x of ofName(g, to)) if (x !== idn && x.pos >= sc.pos && x.end <= sc.end) { const y = x.parent; if ((ts.isPropertyAccessExpression(y) && y.name === x) || ts.isPropertySignature(y) || (ts.isPropertyAssignment(y) && y.name === x) || (ts.isBindingElement(y) && y.propertyName === x) || ts.isJsxAttribute(y) || ts.isMethodSignature(y)) continue; collisions.push([g, name, to, x]); break; }
      }
    }
  }
  return hits;
}
let applied = 0;
const renamedAway = new Set(entries.map(([f, n]) => f + ' ' + n));
for (const [f, n, to] of entries) if ((exported.get(n) ?? []).includes(f)) { const other = (exported.get(to) ?? []).filter((g) => g !== f && !renamedAway.has(g + ' ' + to)); if (other.length) say('exists:', f, n, to, 'in', other.join(' ')); }
const stemOf = (f) => basename(f);
for (let [f, name, to] of entries) {
  if (!decl.has(f) || !decl.get(f).has(name)) {
    const why = decl.has(f) ? 'no symbol' : 'no file';
    let c = [...decl].filter(([g, by]) => stemOf(g) === stemOf(f) && by.has(name)).map(([g]) => g);
    if (c.length === 1 && c[0] !== f) { say(`${why}, taken from`, c[0] + ':', f, name, to); f = c[0]; }
    else { say(why + ':', f, name, to, ...(exported.get(name) ?? []).map((g) => `(exported by ${g})`)); continue; }
  }
  if (renameAll(f, name, to) === 0) say('no declaration of its own:', f, name, to); else applied += 1;
}
if (wordRules.length) for (const [f, by] of decl) if (!generated(f) && !f.startsWith('packages/contract/src/calls/')) for (const name of [...by.keys()]) { const to = byRule(name, f); if (to !== name && !oks.has(`rule ${name}`)) { if ([...(by.get(name))].every((n) => { const e = spans.get(f)?.get(n.getStart()); return e && (e.whole !== undefined || e.right !== undefined || (e.left !== undefined && !ts.isBindingElement(n.parent) && !ts.isExportSpecifier(n.parent) && !ts.isShorthandPropertyAssignment(n.parent))); })) continue; renameAll(f, name, to, 'rule'); } }
for (const s of program.getSourceFiles()) { if (!p.texts.has(s.fileName)) continue; const g = rel(s.fileName);
  const lit = (n, t) => { if (ts.isUnionTypeNode(n)) return n.types.forEach((x) => lit(x, t)); if (!ts.isLiteralTypeNode(n) || !ts.isStringLiteral(n.literal)) return;
    const d = checker.getPropertyOfType(t, n.literal.text)?.declarations?.[0]; if (!d?.name || !p.texts.has(d.getSourceFile().fileName)) return;
    const e = spans.get(rel(d.getSourceFile().fileName))?.get(d.name.getStart()); const to = e?.whole ?? e?.left; if (!to || e.old !== n.literal.text) return;
    const m = spans.get(g) ?? spans.set(g, new Map()).get(g); const key = n.literal.getStart() + 1; if (!m.has(key)) m.set(key, { length: n.literal.text.length, done: new Set([to]), old: n.literal.text, whole: to }); };
  const v = (n) => { if (ts.isTypeReferenceNode(n) && n.typeArguments?.length === 2 && /^(Pick|Omit)$/.test(n.typeName.getText())) lit(n.typeArguments[1], checker.getTypeFromTypeNode(n.typeArguments[0]));
    if (ts.isIndexedAccessTypeNode(n)) lit(n.indexType, checker.getTypeFromTypeNode(n.objectType)); ts.forEachChild(n, v); };
  v(s); }
for (const [g, name, to, d] of collisions) { const k = `collision: ${g} ${name} → ${to}`; if (!oks.has(`${g} ${to}`)) say(k, 'line', d.getSourceFile().getLineAndCharacterOfPosition(d.getStart()).line + 1, d.getSourceFile().fileName === abs(g) ? '' : rel(d.getSourceFile().fileName)); }
console.error('found', Date.now() - t0, 'ms');
// two old names that become one new name in a file
for (const [g, m] of spans) { const by = new Map(); for (const e of m.values()) for (const n of new Set([e.whole, e.right].filter(Boolean))) (by.get(n) ?? by.set(n, new Set()).get(n)).add(e.old); for (const [n, os] of by) if (os.size > 1 && !oks.has(`meet ${g} ${n}`)) say('meet:', g, [...os].join(' and '), '→', n); }
// 3. new texts of code, line by line the same
const before = new Map(), after = new Map(), idMap = new Map();
for (const [f, m] of spans) {
  const s = p.texts.get(abs(f)); let out = '', last = 0; const im = new Map(); idMap.set(f, im);
  for (const [start, e] of [...m].sort((a, b) => a[0] - b[0])) {
    const old = s.slice(start, start + e.length);
    let now; const L = e.left, R = e.right;
    if (e.whole !== undefined && L === undefined && R === undefined) now = e.whole;
    else { const l = L ?? e.whole ?? old, r = R ?? e.whole ?? old; now = l === r ? l : `${l}${e.sep ?? ': '}${r}`; }
    out += s.slice(last, start) + now; last = start + e.length;
    for (const n of [e.whole, L, R]) if (n) (im.get(old) ?? im.set(old, new Set()).get(old)).add(n);
  }
  before.set(f, s); after.set(f, out + s.slice(last));
}
// { a: a } that came to be
function collapse(f, text) {
  const sf = ts.createSourceFile(f, text, ts.ScriptTarget.Latest, true, f.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS); const cut = [];
  const v = (n) => {
    if (ts.isPropertyAssignment(n) && ts.isIdentifier(n.name) && ts.isIdentifier(n.initializer) && n.name.text === n.initializer.text) cut.push([n.name.end, n.initializer.end]);
    if (ts.isBindingElement(n) && n.propertyName && ts.isIdentifier(n.propertyName) && ts.isIdentifier(n.name) && n.propertyName.text === n.name.text) cut.push([n.propertyName.end, n.name.end]);
    if ((ts.isImportSpecifier(n) || ts.isExportSpecifier(n)) && n.propertyName && n.propertyName.text === n.name.text) cut.push([n.propertyName.end, n.name.end]);
    ts.forEachChild(n, v); };
  v(sf); for (const [a, b] of cut.reverse()) text = text.slice(0, a) + text.slice(b); return text;
}
for (const [f, t] of after) after.set(f, collapse(f, t));
// 4. names that are gone from the code altogether
const still = new Set(); for (const [f, ids] of identifiers) { const m = spans.get(f); for (const n of ids) { const e = m?.get(n.getStart()); if (!e || (e.whole === undefined && (e.left === undefined || e.right === undefined) && [e.left, e.right].some((x) => x === undefined) && !ts.isShorthandPropertyAssignment(n.parent) && !ts.isBindingElement(n.parent))) still.add(n.text); } }
const gone = new Map(); { const all = new Map(); for (const im of idMap.values()) for (const [o, ns] of im) for (const n of ns) (all.get(o) ?? all.set(o, new Set()).get(o)).add(n); for (const [o, ns] of all) if (!still.has(o) && ns.size === 1) gone.set(o, [...ns][0]); }
const hump = (w) => /[a-z0-9][A-Z]/.test(w);
const word = /[A-Za-z_$][A-Za-z0-9_$]*/g;
const one = (im, w) => { const s = im?.get(w); return s?.size === 1 ? [...s][0] : undefined; };
const stillIn = new Map(); for (const [f, ids] of identifiers) { const m = spans.get(f); if (m) stillIn.set(f, new Set(ids.filter((n) => !m.has(n.getStart())).map((n) => n.text))); }
const inComment = (f, text) => text.replace(/`([^`\n]+)`/g, (all, code) => '`' + code.replace(word, (w) => (!stillIn.get(f)?.has(w) ? one(idMap.get(f), w) : undefined) ?? gone.get(w) ?? w) + '`').replace(word, (w, at, whole) => hump(w) ? ((!stillIn.get(f)?.has(w) ? one(idMap.get(f), w) : undefined) ?? gone.get(w) ?? w) : w);
// 5. comments and strings in code
for (const f of p.files.filter((x) => !generated(x))) {
  let text = after.get(f) ?? p.texts.get(abs(f)); if (!after.has(f) && !(text.match(word) ?? []).some((w) => gone.has(w))) continue; const sf = ts.createSourceFile(f, text, ts.ScriptTarget.Latest, true, f.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS); const edits = [];
  const seen = new Set();
  const v = (n) => {
    if (n.getChildCount(sf) === 0 || ts.isJSDoc?.(n)) { for (const r of [...(ts.getLeadingCommentRanges(text, n.getFullStart()) ?? []), ...(ts.getTrailingCommentRanges(text, n.end) ?? [])]) if (!seen.has(r.pos)) { seen.add(r.pos); const c = text.slice(r.pos, r.end), d = inComment(f, c); if (d !== c) edits.push([r.pos, r.end, d]); } }
    if (ts.isStringLiteral(n) || ts.isNoSubstitutionTemplateLiteral(n)) { const c = text.slice(n.getStart(sf), n.end), d = c.replace(word, (w) => hump(w) ? gone.get(w) ?? w : w); if (d !== c && !ts.isImportDeclaration(n.parent)) { say('string:', f, c.slice(0, 90)); } }
    for (const c of n.getChildren(sf)) v(c); };
  v(sf); if (!edits.length) continue; const had = text; for (const [a, b, d] of edits.sort((x, y) => y[0] - x[0])) text = text.slice(0, a) + d + text.slice(b);
  before.set(f, p.texts.get(abs(f))); after.set(f, text);
}
// 6. patches: plant into the old, carry over line by line, difference to the new after formatting
const git = (...a) => execFileSync('git', a, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
const tracked = git('ls-files', '-co', '--exclude-standard').split('\n').filter((f) => f && existsSync(join(root, f)));
const moved = new Map(); for (const [a, b] of moves) {
  if (!existsSync(join(root, a))) { say('no file:', 'move', a, b); continue; }
  if (statSync(join(root, a)).isDirectory()) { for (const f of tracked) if (f.startsWith(a + '/')) moved.set(f, b + f.slice(a.length)); continue; }
  const stem = a.replace(/\.[a-z]+$/, ''), to = b.replace(/\.[a-z]+$/, '');
  for (const f of tracked) if (f === a || (f.startsWith(stem + '.') && dirname(f) === dirname(a))) moved.set(f, to + f.slice(stem.length));
}
const patches = []; 
for (const f of tracked.filter((x) => x.endsWith('.patch'))) {
  const text = readFileSync(join(root, f), 'utf8'); const at = text.search(/^--- /m); if (at < 0) continue; const head = text.slice(0, at), body = text.slice(at);
  const files = [...body.matchAll(/^--- a\/(.+)$/gm)].map((m) => m[1]); if (!files.some((x) => after.has(x) || moved.has(x) || /\.(ts|tsx)$/.test(x) && after.size)) continue;
  if (!files.some((x) => after.has(x) || moved.has(x))) continue;
  const sections = body.split(/^(?=--- a\/)/m).filter(Boolean); const made = [];
  for (const s of sections) {
    const g = s.match(/^--- a\/(.+)$/m)[1]; const O = (before.get(g) ?? p.texts.get(abs(g)) ?? readFileSync(join(root, g), 'utf8')).split('\n'); const N = (after.get(g) ?? before.get(g) ?? O.join('\n')).split('\n');
    const out = []; let i = 0, bad = false; const hunks = s.split(/^(?=@@ )/m).slice(1); const result = [...N]; let shift = 0;
    for (const h of hunks) {
      const lines = h.replace(/\n$/, '').split('\n').slice(1); const olds = lines.filter((l) => l[0] !== '+' && l[0] !== '\\').map((l) => l.slice(1));
      const want = Number(h.match(/^@@ -(\d+)/)[1]) - 1; let pos = -1; for (let d = 0; d < O.length + want + 1; d++) { for (const c of [want - d, want + d]) if (c >= 0 && c + olds.length <= O.length && olds.every((l, k) => O[c + k] === l)) { pos = c; break; } if (pos >= 0) break; }
      if (pos < 0) { bad = true; break; }
      const near = new Map(); for (let k = 0; k < olds.length; k++) { const a = O[pos + k].match(word) ?? [], b = N[pos + k].match(word) ?? []; if (a.length === b.length) a.forEach((w, x) => { if (w !== b[x]) near.set(w, b[x]); }); }
      let k = 0; const fresh = []; for (const l of lines) { if (l[0] === '\\') continue; if (l[0] === '+') fresh.push(l.slice(1).replace(word, (w) => near.get(w) ?? (stillIn.get(g)?.has(w) ? undefined : one(idMap.get(g), w)) ?? gone.get(w) ?? w)); else { if (l[0] !== '-') fresh.push(N[pos + k]); k++; } }
      out.push([pos, olds.length, fresh]);
    }
    if (bad) { say('patch does not fit before:', f, g); break; }
    for (const [pos, n, fresh] of out.sort((a, b) => b[0] - a[0])) result.splice(pos, n, ...fresh);
    made.push([g, result.join('\n')]);
  }
  if (made.length === sections.length) patches.push([f, head, made]);
}
// 7. write, move, mend paths
const write = (f, t) => writeFileSync(join(root, f), t);
for (const [f, t] of after) if (t !== p.texts.get(abs(f))) write(f, t);
const fileText = (f) => readFileSync(join(root, f), 'utf8');
const isDirOrFile = (f) => existsSync(join(root, f));
const newOf = (f) => moved.get(f) ?? f;
const dirMoves = new Map(moves.filter(([a]) => isDirOrFile(a) && statSync(join(root, a)).isDirectory()));
const resolveOld = (from, spec) => { const t = join(dirname(from), spec); return t; };
const toSpec = (from, to) => { const r = relative(dirname(from), to); return r.startsWith('.') ? r : './' + r; };
if (moved.size) {
  const editsOf = new Map();
  for (const f of p.files.filter((x) => !generated(x))) {
    const text = fileText(f); if (!moved.has(f) && ![...moved.keys()].some((m) => text.includes(basename(m).replace(/\.tsx?$/, ''))) && ![...dirMoves.keys()].some((m) => text.includes(basename(m)))) continue;
    const sf = ts.createSourceFile(f, text, ts.ScriptTarget.Latest, true, f.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS); const edits = [];
    const v = (n) => { if (ts.isStringLiteral(n) || ts.isNoSubstitutionTemplateLiteral(n)) {
        const c = n.text; let d = c;
        if (/^\.\.?\//.test(c)) { const [path, tail] = c.split(/(?=[?#])/); const t = resolveOld(f, path); if (moved.has(t) || (moved.has(f) && isDirOrFile(t)) || dirMoves.has(t)) d = toSpec(newOf(f), dirMoves.get(t) ?? newOf(t)) + (tail ?? ''); }
        else if (c.startsWith('@marigold/')) { const [, pk, sub] = c.match(/^@marigold\/([^/]+)\/(.+)$/) ?? []; const t = `packages/${pk}/src/${sub}.ts`; if (sub && moved.has(t)) d = moved.get(t).replace(/^packages\/([^/]+)\/src\/(.*)\.ts$/, '@marigold/$1/$2'); }
        else for (const [a, b] of [...moved, ...dirMoves]) if (d.includes(a)) d = d.split(a).join(b);
        if (d !== c) { const q = text[n.getStart(sf)]; edits.push([n.getStart(sf), n.end, q + d + q]); } }
      ts.forEachChild(n, v); };
    v(sf); if (edits.length) { let t = text; for (const [a, b, d] of edits.sort((x, y) => y[0] - x[0])) t = t.slice(0, a) + d + t.slice(b); write(f, t); }
  }
}
// 8. documents and other texts
const names = [...gone].filter(([o]) => hump(o));
const allBase = new Map(); for (const f of tracked) allBase.set(basename(f), (allBase.get(basename(f)) ?? 0) + 1);
const bases = [...moved].filter(([a, b]) => basename(a) !== basename(b) && allBase.get(basename(a)) === 1 && !allBase.has(basename(b))).map(([a, b]) => [basename(a), basename(b)]);
for (const f of tracked.filter((x) => /\.(md|sql|json|css|html|yml|ts|tsx|mjs|txt)$/.test(x) && !generated(x) && !/package-lock|node_modules/.test(x))) {
  const had = fileText(f); let t = had;
  if (f.endsWith('.md')) {
    t = t.replace(/\[`([^`]+)`\]\(([^)#]+)(#[^)]*)?\)/g, (all, n, path, hash) => { const g = join(dirname(f), path); const to = one(idMap.get(g), n) ?? (n.includes('.') ? undefined : gone.get(n)); return to ? all.replace('`' + n + '`', '`' + to + '`') : all; });
    t = t.replace(/^`([^`\n]+\.tsx?)`\n\n```ts\n([\s\S]*?)```/gm, (all, path, code) => all.replace(code, () => code.replace(/'[^'\n]*'|[A-Za-z_$][A-Za-z0-9_$]*/g, (w) => w[0] === "'" ? w : (stillIn.get(path)?.has(w) ? undefined : one(idMap.get(path), w)) ?? w)));
    t = t.replace(/`([^`\n]+)`/g, (all, c) => /[/.]/.test(c) ? all : '`' + c.replace(word, (w) => gone.get(w) ?? w) + '`');
  }
  if (!/\.(ts|tsx)$/.test(f)) t = t.replace(word, (w) => hump(w) ? gone.get(w) ?? w : w);
  // paths
  for (const [a, b] of moved) if (t.includes(a)) t = t.split(a).join(b);
  if (f.endsWith('.md')) t = t.replace(/\]\((\.{0,2}[^):#]+)/g, (all, path) => { const g = join(dirname(f), path); return moved.has(g) || (moved.has(f) && isDirOrFile(g)) ? '](' + relative(dirname(newOf(f)), newOf(g)) : all; });
  for (const [a, b] of bases) if (t.includes(a)) t = t.replace(new RegExp(`(?<![\\w-])${a.replaceAll('.', '\\.')}(?![\\w-])`, 'g'), b);
  if (f.endsWith('.css') || /\.tsx?$/.test(f)) { /* css imports travel with moves of their component by stem */ }
  if (t !== had) { write(f, t); if (!/\.(md|ts|tsx)$/.test(f)) say('text:', f); }
}
for (const [a, b] of moved) { mkdirSync(dirname(join(root, b)), { recursive: true }); git('mv', a, b); }
for (const [f, a, b] of texts) { const g = newOf(f); if (!existsSync(join(root, g))) { say('no file: text', f, a); continue; } const t = fileText(g); if (!t.includes(a)) { if (!t.includes(b) || b === '') say('no text:', f, a); continue; } write(g, t.split(a).join(b)); }
// 9. format
const oxfmt = join(root, 'node_modules/oxfmt/bin/oxfmt');
const changed = git('status', '--porcelain', '-uall').split('\n').filter((l) => l && !/^ ?D/.test(l)).map((l) => l.slice(3).split(' -> ').pop()).filter((f) => /\.(ts|tsx|md|json)$/.test(f) && existsSync(join(root, f)));
const fmt = (fs) => { for (let i = 0; i < fs.length; i += 200) execFileSync('node', [oxfmt, ...fs.slice(i, i + 200)], { cwd: root, stdio: 'pipe' }); };
if (changed.length) fmt(changed);
// 10. patches anew
let n = 0; const temp = [];
for (const [f, head, made] of patches) made.forEach(([g, t], k) => { const h = newOf(g); const at = `${dirname(h)}/zz-planted-${n++}-${basename(h)}`; write(at, t); temp.push([f, h, at]); });
const codeTemp = temp.filter(([, h]) => /\.(ts|tsx|json)$/.test(h)).map(([, , at]) => at);
try { if (codeTemp.length) fmt(codeTemp); } catch (e) { say('a planted text is not formatted:', String(e.stderr ?? e).slice(0, 300)); }
for (const [f, head] of patches) {
  let body = '';
  for (const [g, h, at] of temp.filter(([x]) => x === f)) { let d = ''; const ctx = (readFileSync(join(root, f), 'utf8').match(/^@@[\s\S]*/m)?.[0].split('\n').slice(1).findIndex((l) => /^[+-]/.test(l)) ?? 3);
    try { execFileSync('diff', ['-U', String(Math.min(3, Math.max(1, ctx))), join(root, h), join(root, at)], { encoding: 'utf8' }); say('patch says nothing now:', f); } catch (e) { d = e.stdout; }
    body += d.replace(/^--- .*\n\+\+\+ .*\n/, `--- a/${h}\n+++ b/${h}\n`); }
  if (body) write(f, head + body);
}
for (const [, , at] of temp) rmSync(join(root, at), { force: true });
console.log(`applied ${applied} of ${entries.length} entries, ${moved.size} files moved, ${after.size} files of code, ${patches.length} patches, ${Date.now() - t0} ms`);
