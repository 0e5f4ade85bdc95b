import { COUNT_CAP } from '#contracts/kit/page.ts'
import { fire, getBytes } from '../load.ts'
import { ratioLine, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

const CONNECTIONS = 4

/**
 * The first page of a filter a third of all orders match, its count capped, against counting them
 * exactly.
 */
export async function listBig(rig: Rig, plan: Plan): Promise<Line> {
  const { rows } = await rig.pool.query<{ country: string; share: number; count: number }>(
    `select country, count(*)::int as count, (count(*) / sum(count(*)) over ())::float as share
    from shipment where tenant_id = $1 group by country
    order by abs(count(*) / sum(count(*)) over () - 1 / 3.0) limit 1`,
    [rig.tenantId],
  )
  const { country, share, count } = rows[0]!
  const headers = await rig.signedIn('manager')
  const side = (pid: number, port: number, marker: string, request: Buffer) => ({
    pid,
    run: (seconds: number) =>
      fire({ port, connections: CONNECTIONS, seconds, marker, next: () => request }),
  })
  const path = `/boot/erp/shipment/list?country=${country}&column=createTime&order=desc&pageNo=1&pageSize=20`
  const result = await compare(
    side(
      rig.limit.pid,
      rig.limit.port,
      '"total":',
      getBytes(`/count?tenant=${rig.tenantId}&country=${country}`),
    ),
    side(
      rig.product.pid,
      rig.product.port,
      count > COUNT_CAP ? '"capped":true' : '"capped":false',
      getBytes(path, headers),
    ),
    plan,
    rig.postmaster,
  )
  return ratioLine(
    'list-big',
    `the first page of ${count} orders (${Math.round(share * 100)} % of all), count capped, against the exact count`,
    15,
    result,
  )
}
