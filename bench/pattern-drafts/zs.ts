import {compareSolved} from './compare.ts'; import {loadDesigns} from './check-draft.ts';
const D='/work/wt/drafting/src/features/patterns/';
const {loadDesign}=await import(D+'freesewing.server.ts'); const {measurePattern}=await import(D+'draft-pattern.server.ts'); const {PATTERN_DESIGNS}=await import(D+'designs/all-designs.ts'); const {solvePattern}=await import(D+'solve-pattern.ts'); const G=await import(D+'draft-guard.ts');
const names=(process.argv[2]??Object.keys(PATTERN_DESIGNS).join()).split(',');
await loadDesigns(names);
for(const d of names){const loaded=await loadDesign(d);const design=PATTERN_DESIGNS[d];
 const solve=(_:string,p:any)=>{const options={...design.defaults,...design.fits.regular}; const s=solvePattern({design,body:p.measurements,options,locked:new Set(),measure:(r:any)=>measurePattern({loaded,design:d,measurements:r.measurements,options:r.options},p.measurements)}); return {status:s.findings.length?'review':'ready',options:s.options,draftedFrom:s.measurements,reasons:s.findings.map((f:any)=>f.code+':'+f.measure)} as const};
 for(const g of ['derived','tape','heavy derived'] as const){const t=await compareSolved(d,g,solve); const ms=[...t.solveMs].sort((a,b)=>a-b);
 console.log(d,g,JSON.stringify([...t.statuses]),'wrong',t.wronglyReady.length,'reasons',JSON.stringify([...t.reasons].slice(0,5)),'ms',ms[ms.length>>1]!.toFixed(0),ms[Math.floor(ms.length*.99)]!.toFixed(0)); for(const w of t.wronglyReady.slice(0,6))console.log('    ',w.person,w.findings,JSON.stringify(w.options).slice(0,300));
 const c=new Map<string,number>(); for(const w of t.wronglyReady)for(const f of w.findings.split('; ')){const k=f.replace(/ -?[\d.]+.*/,'');c.set(k,(c.get(k)??0)+1)} console.log('     ',JSON.stringify([...c]));}}
