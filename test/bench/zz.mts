import pino from 'pino'
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts'
import pg from 'pg'
const p = await startEmbeddedPostgres({ dataDir: '/tmp/pybench/data', log: pino({level:'silent'}) })
const c = new pg.Client({connectionString: p.url}); await c.connect()
const q = async (t: string, v: unknown[] = []) => { const r = await c.query(t, v); console.log(r.rows.map(x=>Object.values(x).join(' | ')).join('\n')) ; console.log('---')}
await q('select tenant_id, shipment_status, count(*) from shipment group by 1,2 order by 3 desc')
const rule = process.argv[2] ?? 'true'
const ex = 'explain (analyze, buffers, costs off)'
await q(`${ex} select count(*)::int as total from (select 1 from shipment t where t.tenant_id = 1 and t.shipment_status = 90 limit 10001) as counted`)
await q(`${ex} select count(*)::int as total from (select 1 from (select * from shipment where (shipment.tenant_id = 1 and shipment.shipment_resource::text is distinct from 'WORLD')) t where  t.shipment_status = 90 limit 10001) as counted`)
await q(`${ex} select t.*, (select name from customer r where r.tenant_id=t.tenant_id and r.id=t.customer_id) as a, (select name from delivery_service r where r.tenant_id=t.tenant_id and r.id=t.service_id) as b, (select name from depot r where r.tenant_id=t.tenant_id and r.id=t.depot_id) as c from (select * from shipment where (shipment.tenant_id = 1 and shipment.shipment_resource::text is distinct from 'WORLD')) t where t.shipment_status = 90 order by t.create_time desc, t.id desc limit 20 offset 200`)
await q(`prepare x(bigint, int, int, int) as select t.*, (select name from customer r where r.tenant_id=t.tenant_id and r.id=t.customer_id) as a, (select name from delivery_service r where r.tenant_id=t.tenant_id and r.id=t.service_id) as b, (select name from depot r where r.tenant_id=t.tenant_id and r.id=t.depot_id) as c from (select * from shipment where (shipment.tenant_id = $1 and shipment.shipment_resource::text is distinct from 'WORLD')) t where t.shipment_status = $2 order by t.create_time desc, t.id desc limit $3 offset $4`)
for (let i=0;i<8;i++) await c.query('execute x(1,90,20,200)')
await q(`${ex} execute x(1,90,20,200)`)
await q(`select generic_plans, custom_plans from pg_prepared_statements`)
await c.end(); await p.stop()
