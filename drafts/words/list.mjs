// node list.mjs CLONE word,word: declared names with one of the words, each with its first line
import { readFileSync } from 'node:fs';
const d = JSON.parse(readFileSync('decls.json')); const e=new Set(JSON.parse(readFileSync('exports.json')).map(([n,f])=>n+' '+f));
const split=(n)=>n.replace(/([a-z0-9])([A-Z])/g,'$1 $2').replace(/([A-Z])([A-Z][a-z])/g,'$1 $2').toLowerCase().split(/[ _$]+/);
const W=new Set(process.argv[3].split(',')); const out=new Map();
const short=(x)=>x.replace('apps/server/src/modules/','M:').replace('apps/server/src/','S:').replace('apps/wallet/src/features/','F:').replace('apps/wallet/src/','W:').replace('packages/','P:').replace('apps/server/testing/','T:').replace('apps/wallet/testing/','V:');
for(const [n,f,k,l] of d){ if(/generated|_/.test(f)||/_/.test(n))continue; if(!split(n).some(w=>W.has(w)))continue; const key=short(f)+' '+n; const o=out.get(key)??out.set(key,{c:0,lines:[],kinds:new Set(),x:e.has(n+' '+f)}).get(key); o.c++; o.kinds.add(k.replace(/Declaration|Assignment|Signature|Element/g,'').replace('Variable','v').replace('Parameter','p').replace('Property','prop').replace('Binding','b').replace('ShorthandProp','sh')); if(o.lines.length<(process.argv[4]??1)){const t=readFileSync(process.argv[2]+'/'+f,'utf8').split('\n')[l-1].trim(); o.lines.push(t.slice(0,110));}}
for(const [k,o] of [...out].sort()) console.log(k+(o.x?'*':'')+' ['+[...o.kinds].map(k=>k.slice(0,6)).join()+']x'+o.c+' | '+o.lines.join(' || '));
