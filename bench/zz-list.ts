import {launchBrowser} from '/tmp/wt/build/e2e/browser.ts';
import {freePort,startProgram} from '/tmp/wt/build/e2e/program.ts';
import {startedAt} from '/tmp/wt/build/e2e/started.ts';
import {mkdtempSync,rmSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
const data=mkdtempSync('/tmp/b1/zzd-');
const program=await startProgram({env:{LOCAL_CHAIN:'0',LIQUIDITY:'0',DATA_DIR:data,PORT:String(await freePort())}});
const b=await launchBrowser();
try{
const c=await b.newContext({viewport:{width:375,height:812},serviceWorkers:'block',storageState:startedAt(program.url)});
const p=await c.newPage();const rows:Promise<string>[]=[];
p.on('response',(r)=>{const u=new URL(r.url());if(u.pathname.startsWith('/api/')||r.status()>=300)return;rows.push((async()=>{const body=await r.body();const s=await r.request().sizes();const t=await p.evaluate(()=>performance.now()).catch(()=>0);return `${t.toFixed(0).padStart(6)} ${String(gzipSync(body,{level:9}).length).padStart(7)} wire ${String(s.responseBodySize).padStart(7)} ${r.headers()['content-encoding']??'-'} ${u.pathname}`})())});
await p.goto(program.url+'/');await p.waitForFunction(()=>performance.now()>=8000);
for(const r of await Promise.all(rows))console.log(r);
}finally{await b.close();await program.end();rmSync(data,{recursive:true,force:true});}
