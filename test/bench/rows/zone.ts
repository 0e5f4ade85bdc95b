import { routing } from '#contracts/commercial/zones/routing.ts'
import { routingFile } from '#server/features/commercial/routing/routing.fixture.ts'
import { fire, getBytes } from '../load.ts'
import { ratioLine, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

const SMALL = 3_000
const LARGE = 300_000
/** As many times slower the large table may be. */
const BAR = 1 / 1.3
/** Few enough that the look-up is measured, not the queue. */
const CONNECTIONS = 2
const DAY = '2040-01-01'

/**
 * One look-up of a routing code over HTTP, explained: among the rows of a large file, and among
 * those of a small one of another supplier, both imported by the product.
 */
export async function zone(rig: Rig, plan: Plan): Promise<Line> {
  const headers = await rig.signedIn('manager')
  const services = (
    await rig.pool.query<{ code: string; supplierId: string }>(
      `select distinct on (c.supplier_id) s.code, c.supplier_id::text as "supplierId"
       from delivery_service s join channel c on c.tenant_id = s.tenant_id and c.id = s.channel_id
       where s.tenant_id = $1 order by c.supplier_id, s.code limit 2`,
      [rig.tenantId],
    )
  ).rows
  const side = async (rows: number, at: number) => {
    const { code, supplierId } = services[at]!
    const file = routingFile(rows)
    const form = new FormData()
    form.set('supplierId', supplierId)
    form.set('validFrom', DAY)
    form.set('mapping', JSON.stringify(file.mapping))
    form.set('file', new File([file.csv], 'routes.csv'))
    const started = performance.now()
    const response = await fetch(
      `http://127.0.0.1:${rig.product.port}/boot${routing.importFile.path}`,
      { method: 'POST', headers, body: form },
    )
    const answer = (await response.json()) as { message: string; result: { added?: number } }
    if (answer.result?.added !== rows) throw new Error(answer.message)
    const ms = performance.now() - started
    // Every row in turn, in steps that visit all parts of the file.
    const codes = file.csv
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
    const requests = Array.from({ length: SMALL }, (_, n) => {
      const [country, postalCode] = codes[(n * 7_919) % codes.length]!
      const query = new URLSearchParams({
        serviceCode: code,
        country: country!,
        postalCode: postalCode!,
        date: DAY,
      })
      return getBytes(`/boot${routing.resolve.path}?${query}`, headers)
    })
    return {
      ms,
      contestant: {
        pid: rig.product.pid,
        run: (seconds: number) =>
          fire({
            port: rig.product.port,
            connections: CONNECTIONS,
            seconds,
            marker: '"sortCode":"S',
            next: (n) => requests[n % requests.length]!,
          }),
      },
    }
  }
  const small = await side(SMALL, 0)
  const large = await side(LARGE, 1)
  const line = ratioLine(
    'zone',
    `one routing code looked up among ${LARGE} rows, against ${SMALL}`,
    BAR,
    await compare(small.contestant, large.contestant, plan, rig.postmaster),
  )
  return {
    ...line,
    notes: [
      ...line.notes,
      `the file of ${LARGE} rows was read, checked and stored in ${(large.ms / 1000).toFixed(1)} s`,
    ],
  }
}
