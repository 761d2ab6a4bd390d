import { readFileSync } from 'node:fs';
const e = JSON.parse(readFileSync('exports.json'));
const m = new Map(); for (const [n,f,k] of e) { if (/generated|test-d|\/dist\//.test(f)) continue; (m.get(n)??m.set(n,[]).get(n)).push([f,k]); }
const d=[...m].filter(([,x])=>x.length>1).sort();
console.log(d.length);
for (const [n,x] of d) console.log(n+'\t'+x.map(([f,k])=>f.replace('apps/server/src/','S:').replace('apps/wallet/src/','W:').replace('packages/','P:')+'['+k.replace('Declaration','').replace('VariableD','var').slice(0,9)+']').join('  '));
