import { setTimeout as sleep } from 'node:timers/promises'
import { keysToFind, typedAs, wordsTyped } from '#server/kit/resource/search/text-keys.ts'
import { fire, getBytes } from '../load.ts'
import { dice, percentile } from '../numbers.ts'
import { disturbance, shown, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'

/** Few enough that none waits for a processor. */
const CONNECTIONS = 2
const P50_MS = 100
const P99_MS = 300
/** Terms of each sort. */
const TERMS = 40
const PATIENCE_MS = 3_600_000

interface Order {
  serial: string
  track: string | null
  name: string
  phone: string
  place: string
}
/** What people type, by sort. */
type Terms = Record<string, string[]>

/**
 * The one search over everything, as staff and as a customer's user by turns; against the same words
 * looked up among those of orders alone.
 */
export async function find(rig: Rig, plan: Plan, print: (text: string) => void): Promise<Line> {
  await allRead(rig, print)
  const terms = await termsOf(rig)
  const callers = {
    staff: await rig.signedIn('manager'),
    customer: await rig.signedIn('customer'),
  }
  const notes: string[] = []
  for (const [caller, headers] of Object.entries(callers))
    for (const [sort, list] of Object.entries(terms))
      notes.push(`${caller}, ${sort}: ${await alone(rig, headers, list)}`)
  const mixed = Object.values(terms)
    .flat()
    .toSorted((a, b) => (digest(a) < digest(b) ? -1 : 1))
  const place = { tenantId: rig.tenantId, table: 'shipment' }
  const bare = mixed.map((q) => {
    const keys = wordsTyped(q).flatMap((word) => keysToFind(place, word) ?? [])
    return getBytes(`/find?tenant=${rig.tenantId}&keys=${keys.join(',')}`)
  })
  const product = mixed.flatMap((q) => Object.values(callers).map((headers) => asked(headers, q)))
  const side = (pid: number, port: number, marker: string, requests: readonly Buffer[]) => ({
    pid,
    run: (seconds: number) =>
      fire({
        port,
        connections: CONNECTIONS,
        seconds,
        marker,
        next: (n) => requests[n % requests.length]!,
      }),
  })
  const result = await compare(
    side(rig.limit.pid, rig.limit.port, '"found":', bare),
    side(rig.product.pid, rig.product.port, '"success":true', product),
    plan,
    rig.postmaster,
  )
  const { p50, p99 } = result.product
  const disturbed = disturbance(result)
  return {
    name: 'find',
    what: 'the one search by mixed terms, as staff and as a customer',
    bar: `p50 ≤ ${P50_MS}, p99 ≤ ${P99_MS} ms`,
    figure: `${shown(p50, 1)}, ${shown(p99, 1)} ms`,
    verdict: disturbed ? 'no verdict' : p50 <= P50_MS && p99 <= P99_MS ? 'reached' : 'short',
    value: { number: result.ratio, better: 'more', spread: result.ratioSpread },
    notes: [
      `per second ${shown(result.product.rate, 0)} of ${shown(result.limit.rate, 0)}, ratio ${shown(result.ratio, 3)}, samples ${result.product.done} and ${result.limit.done}`,
      `p50 ${shown(p50, 1)} of ${shown(result.limit.p50, 1)} ms, p99 ${shown(p99, 1)} of ${shown(result.limit.p99, 1)} ms`,
      ...notes,
      ...(disturbed ? [`disturbed: ${disturbed}`] : []),
    ],
    data: result,
  }
}

const asked = (headers: Record<string, string>, q: string): Buffer =>
  getBytes(`/boot/sys/search/quick?q=${encodeURIComponent(q)}`, headers)

/** Each of these terms once, one after the other. */
async function alone(rig: Rig, headers: Record<string, string>, terms: readonly string[]) {
  const took: number[] = []
  let hits = 0
  for (const q of terms) {
    const at = performance.now()
    const response = await fetch(
      `http://127.0.0.1:${rig.product.port}/boot/sys/search/quick?q=${encodeURIComponent(q)}`,
      { headers },
    )
    const answer = (await response.json()) as { success: boolean; result: unknown[] }
    if (!answer.success) throw new Error(`search for ${q}: ${JSON.stringify(answer)}`)
    took.push(performance.now() - at)
    if (answer.result.length > 0) hits++
  }
  return `p50 ${shown(percentile(took, 0.5), 1)}, slowest ${shown(Math.max(...took), 1)} ms, ${hits} of ${terms.length} found something`
}

/** Words are read by a job of every minute: until then rows are found by their numbers only. */
async function allRead({ pool }: Rig, print: (text: string) => void): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await pool.query<{ unread: number }>(
      'select count(*)::int as unread from search_unread',
    )
    const unread = rows[0]?.unread ?? 0
    if (unread === 0) break
    if (performance.now() > until) throw new Error(`the words of ${unread} rows were not read`)
    print(`find: the words of ${unread} rows are being read`)
    await sleep(20_000)
  }
  await pool.query('vacuum analyze search_words')
}

/** The same in every run of a world. */
async function termsOf({ pool, tenantId }: Rig): Promise<Terms> {
  const { rows: orders } = await pool.query<Order>(
    `select s.serial_number as serial, s.consignee_name as name, coalesce(s.phone, '') as phone,
        concat_ws(' ', s.postal_code, s.city) as place, (select p.track_no from parcel p
          where p.tenant_id = s.tenant_id and p.shipment_id = s.id
            and p.track_no is not null limit 1) as track
      from shipment s where s.tenant_id = $1 order by md5(s.serial_number) limit $2`,
    [tenantId, TERMS],
  )
  const { rows: parties } = await pool.query<{ name: string }>(
    `select name from (select distinct name from customer where tenant_id = $1 and name ~ '[一-龥]') as c
      order by md5(name) limit $2`,
    [tenantId, TERMS],
  )
  const roll = dice(3)
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(roll() * 10)).join('')
  return {
    'a whole number': orders.map(({ serial }) => serial),
    'last digits': orders.map(({ track }) => track?.slice(-6) ?? digits(6)),
    'part of a name': orders.map(({ name }) => name.slice(1, 9).trim()),
    'a common part of a name': orders.map(({ name }) => name.split(' ').at(-1)!),
    'part of a phone': orders.map(({ phone }) => phone.slice(-8)).filter(Boolean),
    'postcode and city': orders.map(({ place }) => place),
    'a Chinese name by pinyin': parties.map(({ name }) => typedAs(name)[0]!.slice(0, 12)),
    nothing: Array.from({ length: TERMS }, () => `zqx${digits(4)}wvk`),
  }
}

/** An order that mixes. */
const digest = (text: string): string =>
  [...Buffer.from(text).toString('base64')].reverse().join('')
