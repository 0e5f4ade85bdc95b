import { setTimeout as sleep } from 'node:timers/promises'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { fire, getBytes, postBytes, type LoadResult } from '../bench/load.ts'
import type { Rig } from '../bench/rig.ts'

export interface DrillResult {
  name: string
  held: boolean
  lines: string[]
}

const STATIONS = 10
const BUSY_LISTS = 12
const TIMES = 5
const SCAN_MS = 1_000

/** Lists at five times the connections that keep a node busy, scans and sign-ins among them. */
export async function overload(rig: Rig, seconds: number): Promise<DrillResult> {
  const headers = await rig.signedIn('manager')
  const { port } = rig.product
  const numbers = await scannable(rig)
  const lists = (connections: number, forSeconds: number) =>
    fire({
      port,
      connections,
      seconds: forSeconds,
      marker: '"success":true',
      next: (n) =>
        getBytes(`/boot/erp/shipment/list?pageNo=${(n % 20) + 1}&pageSize=50&column=id`, headers),
    })
  let at = 0
  const scan = (forSeconds: number) =>
    fire({
      port,
      connections: STATIONS,
      seconds: forSeconds,
      marker: '"scanId"',
      next: () =>
        postBytes('/boot/erp/intoParcel/scan', { no: numbers[at++ % numbers.length] }, headers),
    })
  const usual = await lists(BUSY_LISTS, 5)
  const alone = await scan(5)
  const [all, scanned, signedIn, ready] = await Promise.all([
    lists(BUSY_LISTS * TIMES, seconds),
    scan(seconds),
    timesOf(seconds, () => rig.signedIn('warehouse')),
    timesOf(seconds, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/boot/health/ready`)
      if (answer.status !== 200) throw new Error(await answer.text())
    }),
  ])
  const p99 = share(scanned.latencies, 0.99)
  const signIn = share(signedIn.ms, 0.99)
  return {
    name: `${TIMES} times the load for ${seconds} s`,
    held:
      p99 <= SCAN_MS &&
      scanned.errors + scanned.overloaded + signedIn.failed + ready.failed + all.errors === 0,
    lines: [
      `lists before: ${rate(usual)} a second; meanwhile ${rate(all)}, ${all.overloaded} of ${all.overloaded + all.done} asked to come back, ${all.errors} failed`,
      `scans alone: ${rate(alone)} a second, p99 ${share(alone.latencies, 0.99).toFixed(0)} ms`,
      `scans: ${scanned.done}, p50 ${share(scanned.latencies, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${scanned.overloaded} asked to come back, ${scanned.errors} failed ${scanned.firstError ?? ''}`,
      `sign-ins: ${signedIn.ms.length}, p99 ${signIn.toFixed(0)} ms, ${signedIn.failed} failed; readiness asked ${ready.ms.length} times, ${ready.failed} times not ready`,
    ],
  }
}

/** Numbers a depot expects, of many orders; what earlier scans received is expected once more. */
async function scannable(rig: Rig): Promise<string[]> {
  const { rows } = await rig.pool.query<{ number: string }>(
    `with chosen as (
      select t.number, p.id from tracking_number t
      join parcel p on p.tenant_id = t.tenant_id and p.id = t.parcel_id
      where t.tenant_id = $1 and t.state = 1 and p.parcel_status <> $2 order by md5(p.id::text) limit 10000
    ), again as (
      update parcel p set parcel_status = $3, received_at = null from chosen
      where p.tenant_id = $1 and p.id = chosen.id
    ) select number from chosen`,
    [rig.tenantId, PARCEL.DRAFT, PARCEL.CONFIRMED],
  )
  return rows.map(({ number }) => number)
}

async function timesOf(seconds: number, ask: () => Promise<unknown>) {
  const ms: number[] = []
  let failed = 0
  for (const until = performance.now() + seconds * 1_000; performance.now() < until;) {
    const began = performance.now()
    await ask().then(
      () => ms.push(performance.now() - began),
      () => failed++,
    )
    await sleep(1_000)
  }
  return { ms, failed }
}

const share = (ms: readonly number[], of: number): number =>
  ms.toSorted((a, b) => a - b)[Math.min(ms.length - 1, Math.floor(ms.length * of))] ?? 0
const rate = ({ done, ms }: LoadResult) => (done / (ms / 1_000)).toFixed(0)
