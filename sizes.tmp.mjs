import { build } from "vite"; import zlib from "node:zlib";
const r = await build({ configFile:"/work/wt/web/vite.config.ts", logLevel:"error", build:{ write:false, emptyOutDir:false }});
const out=(Array.isArray(r)?r[0]:r).output.filter(o=>o.type==="chunk"); const by=Object.fromEntries(out.map(o=>[o.fileName,o]));
const gz=c=>zlib.gzipSync(c,{level:9}).length;
const entry=out.find(o=>o.isEntry); const landing=out.find(o=>o.facadeModuleId?.endsWith(process.argv[2]??"landing-page.tsx"));
const seen=new Set(); const walk=f=>{ if(seen.has(f)||!by[f])return; seen.add(f); by[f].imports.forEach(walk)}; walk(entry.fileName); const mainOnly=[...seen]; walk(landing.fileName);
let t=0; for(const f of seen){const g=gz(by[f].code); t+=g; console.log((g/1024).toFixed(2).padStart(7), mainOnly.includes(f)?"main   ":"landing", f); if(process.argv[3]) for(const [m,i] of Object.entries(by[f].modules).sort((a,b)=>b[1].renderedLength-a[1].renderedLength).slice(0,45)) console.log("           ",i.renderedLength,m.replace(/.*node_modules\//,"").replace("/work/wt/web/",""));}
console.log("TOTAL KiB gzip",(t/1024).toFixed(2));
