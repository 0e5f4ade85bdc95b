import pino from 'pino'
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts'
import { migrate } from '#server/kit/migrate.ts'
import pg from 'pg'
import { cpuOfBackends, spentBetween } from './proc.ts'
const p = await startEmbeddedPostgres({ dataDir: '/tmp/pybench/data', log: pino({level:'silent'}) })
await migrate({url: p.url}, '/work/main/migrations')
const c = new pg.Client({connectionString: p.url}); await c.connect()
const one = (await c.query(`select * from shipment where tenant_id=1 and order_method='3' and import_id is not null order by id desc limit 1`)).rows[0]
const N=500
const cols = { id:'bigint', customer_id:'bigint', serial_number:'text', reference:'text', service_id:'bigint', depot_id:'bigint', shipper_id:'bigint', sender:'jsonb', consignee_name:'text', company:'text', phone:'text', email:'text', tax_number:'text', country:'text', state:'text', city:'text', postal_code:'text', street:'text', house:'text', address2:'text', shipment_pieces:'int', shipment_weight:'bigint', chargeable_weight:'bigint', currency:'text', amount:'bigint', quote:'jsonb', remark:'text'} as Record<string,string>
let k = Date.now()
const rows = () => Array.from({length:N}, (_, i) => { const r: Record<string, unknown> = {}; for (const n in cols) r[n] = one[n]; r.id = String(++k * 100 + i); r.serial_number = `Z${k}`; r.reference = `Z${k}`; return r })
const names = Object.keys(cols).join(', ')
const def = Object.entries(cols).map(([n,t]) => `${n} ${t}`).join(', ')
const tail = `on conflict (tenant_id, customer_id, reference) do nothing returning id`
const head = `insert into shipment (tenant_id, create_by, order_method, ${names}) select 1, 'x', '3', r.* from`
console.log('json bytes', JSON.stringify(rows()).length, 'quote', JSON.stringify(one.quote).length)
const variants: Record<string, () => Promise<unknown>> = {
  jsonb: () => c.query({name:'a', text:`${head} jsonb_to_recordset($1::jsonb) as r(${def}) ${tail}`, values:[JSON.stringify(rows())]}),
  json: () => c.query({name:'b', text:`${head} json_to_recordset($1::json) as r(${def}) ${tail}`, values:[JSON.stringify(rows())]}),
  unnest: () => { const rs = rows(); return c.query({name:'c', text:`${head} unnest(${Object.values(cols).map((t,i)=>`$${i+1}::${t}[]`).join(', ')}) as r ${tail}`, values: Object.keys(cols).map(n => rs.map(r => cols[n]==='jsonb' ? (r[n]===null?null:JSON.stringify(r[n])) : r[n]))}) },
  noquote: () => { const rs = rows(); return c.query({name:'d', text:`${head} unnest(${Object.values(cols).map((t,i)=>`$${i+1}::${t}[]`).join(', ')}) as r ${tail}`, values: Object.keys(cols).map(n => rs.map(r => cols[n]==='jsonb' ? null : r[n]))}) },
}
for (let round=0; round<3; round++) for (const [n, f] of Object.entries(variants)) {
  const b = cpuOfBackends(p.pid); const n0 = process.cpuUsage(); const t=performance.now()
  await c.query('begin')
  for (let i=0;i<8;i++) await f()
  await c.query('rollback')
  const u = process.cpuUsage(n0)
  console.log(n.padEnd(8), 'wall', ((performance.now()-t)/8).toFixed(1), 'db cpu/row us', (spentBetween(b, cpuOfBackends(p.pid))*1000/8/N).toFixed(1), 'node cpu/row us', ((u.user+u.system)/8/N).toFixed(1))
}
await c.end(); await p.stop()
