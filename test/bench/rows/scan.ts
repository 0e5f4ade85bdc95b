import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { fire, postBytes } from '../load.ts'
import { disturbance, shown, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

const STATIONS = 20
const PARCELS = 20_000
const BAR = 3

/**
 * Twenty stations receive parcels; now and then two scan the same one. Against one bare
 * insert of a scan.
 */
export async function scan(rig: Rig, plan: Plan): Promise<Line> {
  const headers = await rig.signedIn('manager')
  // What earlier scans received is expected once more: a bench needs more parcels than a world has
  // at its station.
  const { rows } = await rig.pool.query<{ number: string }>(
    `with chosen as (
      select t.number, p.id
      from tracking_number t join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
      where t.tenant_id = $1 and t.state = 1 and p.parcel_status <> $2 order by p.id desc limit $3
    ), again as (
      update parcel p set parcel_status = $4, received_at = null from chosen
      where p.tenant_id = $1 and p.id = chosen.id
    ) select number from chosen`,
    [rig.tenantId, PARCEL.DRAFT, PARCELS, PARCEL.CONFIRMED],
  )
  const numbers = rows.map(({ number }) => number)
  let at = 0
  const side = (pid: number, port: number, marker: string, make: (no: string) => Buffer) => ({
    pid,
    run: (seconds: number) =>
      fire({
        port,
        connections: STATIONS,
        seconds,
        marker,
        // Every fiftieth number comes twice in a row.
        next: (n) => make(numbers[(n % 50 === 0 ? at : ++at) % numbers.length]!),
      }),
  })
  const result = await compare(
    side(rig.limit.pid, rig.limit.port, '"scanId"', (no) =>
      postBytes('/scan', { tenant: rig.tenantId, no }),
    ),
    side(rig.product.pid, rig.product.port, '"scanId"', (no) =>
      postBytes('/boot/erp/intoParcel/scan', { no }, headers),
    ),
    plan,
    rig.postmaster,
  )
  const ratio = result.product.p99 / result.limit.p50
  const disturbed = disturbance(result)
  return {
    name: 'scan',
    what: `one scan at the door, ${STATIONS} stations, p99 against the p50 of a bare insert`,
    bar: `≤ ${BAR}× p50`,
    figure: shown(ratio),
    verdict: disturbed ? 'no verdict' : ratio <= BAR ? 'reached' : 'short',
    value: { number: ratio, better: 'less', spread: result.ratioSpread },
    notes: [
      `per second ${shown(result.product.rate, 0)} of ${shown(result.limit.rate, 0)}, samples ${result.product.done} and ${result.limit.done}`,
      `p50 ${shown(result.product.p50, 1)}, p99 ${shown(result.product.p99, 1)} ms; bare p50 ${shown(result.limit.p50, 1)} ms`,
      ...(disturbed ? [`disturbed: ${disturbed}`] : []),
    ],
    data: result,
  }
}
