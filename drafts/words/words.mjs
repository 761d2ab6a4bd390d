import { readFileSync } from 'node:fs';
const d = JSON.parse(readFileSync('decls.json')); const e=new Set(JSON.parse(readFileSync('exports.json')).map(([n,f])=>n+' '+f));
const split=(n)=>n.replace(/([a-z0-9])([A-Z])/g,'$1 $2').replace(/([A-Z])([A-Z][a-z])/g,'$1 $2').toLowerCase().split(/[ _$]+/);
const W=(process.argv[2]).split(',');
for (const w of W){ const m=new Map(); let c=0; for(const [n,f,k,l] of d){ if(/generated/.test(f))continue; if(split(n).includes(w)){c++; const key=n; (m.get(key)??m.set(key,new Set()).get(key)).add(f+(e.has(n+' '+f)?'*':''));}}
 console.log('##',w,c,'names',m.size); for(const [n,fs] of [...m].sort((a,b)=>b[1].size-a[1].size).slice(0,+process.argv[3]||400)) console.log('  ',n,fs.size,[...fs].slice(0,process.argv[4]??3).map(x=>x.replace('apps/server/src/','S:').replace('apps/wallet/src/','W:').replace('packages/','P:')).join(' ')); }
