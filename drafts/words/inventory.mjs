import { open } from './project.mjs';
import { writeFileSync } from 'node:fs';
const p = open(process.argv[2]); const { ts, rel } = p;
const t0 = Date.now();
const program = p.service.getProgram(); const checker = program.getTypeChecker();
console.error('program', Date.now() - t0);
const errs = program.getSourceFiles().filter(s => p.texts.has(s.fileName)).flatMap(s=>program.getSemanticDiagnostics(s));
console.error('diagnostics', errs.length, Date.now() - t0);
for (const e of errs.slice(0, 15)) console.error(rel(e.file.fileName), ts.flattenDiagnosticMessageText(e.messageText, ' ').slice(0,150));
const exps = [], decls = [];
for (const s of program.getSourceFiles()) {
  if (!p.texts.has(s.fileName)) continue; const f = rel(s.fileName);
  const m = checker.getSymbolAtLocation(s);
  if (m) for (const e of checker.getExportsOfModule(m)) { const d = e.declarations?.[0]; if (!d) continue; if (d.getSourceFile() !== s) continue; exps.push([e.name, f, ts.SyntaxKind[d.kind]]); }
  const visit = (n) => { const name = n.name;
    if (name && ts.isIdentifier(name) && (ts.isVariableDeclaration(n)||ts.isParameter(n)||ts.isFunctionDeclaration(n)||ts.isFunctionExpression(n)||ts.isInterfaceDeclaration(n)||ts.isTypeAliasDeclaration(n)||ts.isClassDeclaration(n)||ts.isBindingElement(n)||ts.isPropertySignature(n)||ts.isMethodSignature(n)||ts.isPropertyDeclaration(n)||ts.isMethodDeclaration(n)||ts.isPropertyAssignment(n)||ts.isShorthandPropertyAssignment(n)||ts.isTypeParameterDeclaration(n)||ts.isGetAccessor(n)||ts.isEnumDeclaration(n)))
      decls.push([name.text, f, ts.SyntaxKind[n.kind], s.getLineAndCharacterOfPosition(name.getStart()).line + 1]);
    ts.forEachChild(n, visit); };
  visit(s);
}
writeFileSync('exports.json', JSON.stringify(exps)); writeFileSync('decls.json', JSON.stringify(decls));
console.error(exps.length, decls.length, Date.now() - t0);
