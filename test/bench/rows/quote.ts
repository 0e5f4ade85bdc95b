import { fuelPaste } from '#contracts/commercial/prices/fuel-rates.ts'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { zones as zoneCalls } from '#contracts/commercial/zones/zones.ts'
import { simulator } from '#contracts/commercial/simulate.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { shipments } from '#contracts/orders/shipments.ts'
import { fire, postBytes } from '../load.ts'
import { ratioLine, type Line } from '../report.ts'
import type { Rig } from '../rig.ts'
import { compare, type Plan } from '../rounds.ts'
import { startServer } from '../spawn.ts'

const ZONES = 20
const ZONE_ROWS = 1_000
/** Postcodes a row of a zone is for: all five-digit codes are in one of them. */
const STEP = 100_000 / ZONE_ROWS
const BAR = 0.6
const CONNECTIONS = 32
const DRAFTS = 200
const code = (n: number) => String(n).padStart(5, '0')

type Call = <T>(endpoint: Pick<Endpoint, 'method' | 'path'>, input: object) => Promise<T>

/**
 * A client asks what three parcels cost, as an order and by the simulator: by a service whose zones
 * have a thousand rows, with five surcharges; against the zone, the price and the surcharges read
 * by prepared statements and summed up in a bare Fastify.
 */
export async function quote(rig: Rig, plan: Plan): Promise<Line[]> {
  const sold = await sell(callsOf(rig, await rig.signedIn('manager')), rig)
  const { serviceId } = sold
  const headers = await rig.signedIn('customer')
  // Half of them are so long that a surcharge counts, and the volume decides of some.
  const drafts = Array.from({ length: DRAFTS }, (_, n) => ({
    serviceId,
    consignee: { country: 'DE', postalCode: code((n * 7_919) % 100_000), name: 'Marie Müller' },
    parcels: [1, 2, 3].map((box) => ({
      weightKg: `${box}.${n % 10}`,
      lengthCm: String(40 + (n % 2) * 10 * box),
      widthCm: '30',
      heightCm: String(10 * box),
    })),
  }))
  const peer = await startServer({
    file: 'test/bench/servers/quote-peer.ts',
    env: { DATABASE_URL: rig.url },
  })
  try {
    const requests = (path: string, more: object, head = {}) =>
      drafts.map((draft) => postBytes(path, { ...draft, ...more }, head))
    const bare = requests('/quote', { tenantId: rig.tenantId })
    const simulated = drafts.map((draft) => simulation(sold.code, draft))
    await compareTotals(rig, peer.port, headers, drafts, simulated)
    const ours = {
      quote: requests(`/boot${shipments.quote.path}`, {}, headers),
      simulate: simulated.map((asked) =>
        postBytes(`/boot${simulator.simulate.path}`, asked, headers),
      ),
    }
    const side = (pid: number, port: number, bytes: readonly Buffer[]) => ({
      pid,
      run: (seconds: number) =>
        fire({
          port,
          connections: CONNECTIONS,
          seconds,
          marker: '"total":"',
          next: (n) => bytes[n % bytes.length]!,
        }),
    })
    const lines: Line[] = []
    for (const [name, how] of [
      ['quote', 'the price'],
      ['simulate', 'the simulated price'],
    ] as const)
      lines.push(
        ratioLine(
          name,
          `${how} of 3 parcels with 5 surcharges, a zone among ${ZONE_ROWS} rows, ${CONNECTIONS} at once`,
          BAR,
          await compare(
            side(peer.pid, peer.port, bare),
            side(rig.product.pid, rig.product.port, ours[name]),
            plan,
            rig.postmaster,
          ),
        ),
      )
    return lines
  } finally {
    await peer.stop()
  }
}

interface Draft {
  consignee: { country: string; postalCode: string }
  parcels: object[]
}
const simulation = (serviceCode: string, { consignee, parcels }: Draft) => ({
  serviceCode,
  country: consignee.country,
  postalCode: consignee.postalCode,
  parcels,
})

/** All sides come to the same price, for every order that is asked about. */
async function compareTotals(
  rig: Rig,
  peerPort: number,
  headers: Record<string, string>,
  drafts: readonly Draft[],
  simulated: readonly object[],
): Promise<void> {
  const ask = callsOf(rig, headers)
  const seen = new Set<string>()
  for (const [at, draft] of drafts.entries()) {
    const { quote: priced, issues } = await ask<{
      quote: { total: string; lines: unknown[] } | null
      issues: { message: string }[]
    }>(shipments.quote, draft)
    const response = await fetch(`http://127.0.0.1:${peerPort}/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...draft, tenantId: rig.tenantId }),
    })
    const { total } = (await response.json()) as { total?: string }
    if (!priced || issues.length > 0) throw new Error(issues[0]?.message ?? 'no price')
    if (priced.total !== total)
      throw new Error(`${JSON.stringify(draft)}: ${priced.total}, bare ${total}`)
    const tried = await ask<{ total: string }>(simulator.simulate, simulated[at]!)
    if (tried.total !== total) throw new Error(`simulated ${tried.total}, bare ${total}`)
    seen.add(priced.total)
  }
  if (seen.size < ZONES) throw new Error(`only ${seen.size} different prices`)
}

/** The service that is sold, set up over the calls its pages use. */
async function sell(call: Call, rig: Rig): Promise<{ serviceId: string; code: string }> {
  const mark = `Q${Date.now().toString(36).toUpperCase()}`
  const zones = Array.from({ length: ZONES }, (_, n) => ({
    code: `Z${code(n).slice(-2)}`,
    name: `Zone ${n + 1}`,
    rows: [],
  }))
  const { rows: channels } = await rig.pool.query<{ id: string }>(
    `select channel_id as id from delivery_service where tenant_id = $1 and code = 'ECO-PARCEL'`,
    [rig.tenantId],
  )
  // Of a kept database the numbers of earlier runs are not free.
  const startNo = (Math.floor(Date.now() / 1000) % 9_000_000) * 10
  const brackets = [2, 4, 6, 8, 10, 15, 20, 25, 30, 60, 100]
  const { id } = await call<{ id: string }>(serviceDesk.setUp, {
    service: {
      code: mark,
      name: mark,
      channelId: channels[0]!.id,
      tradeType: '1',
      transType: '1',
      pushMethod: '0',
      labelType: '1',
      deductMethod: '4',
      thWeightRatio: 5000,
      weightStep: '0.5',
      rounding: 'each',
      izEnable: true,
    },
    limits: [{ validType: '1', maxValue: '30' }],
    zones,
    prices: {
      currency: 'EUR',
      stepMode: 'A',
      rows: brackets.map((upTo) => ({
        upTo: String(upTo),
        step: null,
        prices: zones.map((_, n) => (3 + upTo * 0.9 + n * 0.37).toFixed(2)),
        seconds: zones.map(() => null),
      })),
    },
    numbers: { scheme: 'S10', prefix: 'RQ', suffix: 'DE', startNo, endNo: startNo + 9 },
  })
  const sheet = await call<{ version: string }>(zoneCalls.sheet, { serviceId: id })
  await call(zoneCalls.save, {
    serviceId: id,
    version: sheet.version,
    from: new Date().toISOString().slice(0, 10),
    rows: Array.from({ length: ZONE_ROWS }, (_, n) => ({
      zone: zones[n % ZONES]!.code,
      country: 'DE',
      matchType: 'RANGE',
      from: code(n * STEP),
      to: code(n * STEP + STEP - 1),
      priority: 0,
    })),
  })
  await charge(call, mark, id, rig)
  // The product finds a row in what it has loaded; the other side gets an index to find it by.
  await rig.pool.query(
    `create index if not exists bench_zone_row
      on partition_config (tenant_id, country, value_from)`,
  )
  await rig.pool.query('analyze partition_config, fee_cell, surcharge')
  return { serviceId: id, code: mark }
}

/** Five surcharges, one of them by an index of months, in a version that begins now. */
async function charge(call: Call, mark: string, serviceId: string, rig: Rig): Promise<void> {
  const index = await call<{ id: string }>(
    { method: 'POST', path: '/erp/fuelIndex/add' },
    { code: mark, name: mark },
  )
  const year = new Date().getUTCFullYear()
  const months = Array.from({ length: 24 }, (_, n) => {
    const month = `${year - 1 + Math.floor(n / 12)}-${code((n % 12) + 1).slice(-2)}`
    return `${month} ${(15 + n / 4).toFixed(2)}`
  })
  await call(fuelPaste.paste, { indexId: index.id, text: months.join('\n'), dryRun: false })
  const { rows } = await rig.pool.query<{ id: string }>(
    'select fee_id as id from delivery_service where tenant_id = $1 and id = $2',
    [rig.tenantId, serviceId],
  )
  const feeId = rows[0]!.id
  const draft = await call<{ id: string }>(feePrices.clone, { feeId })
  for (const extra of [
    { name: 'Toll', tradeItem: '9', kind: 'SHIPMENT', amount: '0.85' },
    { name: 'Long', tradeItem: '4', kind: 'PARCEL', amount: '2.40', ...LONG },
    { name: 'Fuel', tradeItem: '2', kind: 'PERCENT', fuelIndexId: index.id },
    { name: 'Peak', tradeItem: '9', kind: 'PERCENT', rateBp: 325 },
    { name: 'VAT', tradeItem: '15', kind: 'TAX', rateBp: 1_900 },
  ])
    await call(
      { method: 'POST', path: '/erp/surcharge/add' },
      { feeId, applies: 'ALWAYS', ...extra },
    )
  const { current } = await call<{ current: { version: number } }>(feePrices.sheet, {
    feeId,
    versionId: draft.id,
  })
  await call(feePrices.activate, { id: draft.id, version: current.version })
}
const LONG = { applies: 'LONGEST', threshold: 600 }

function callsOf(rig: Rig, headers: Record<string, string>): Call {
  return async <T>({ method, path }: Pick<Endpoint, 'method' | 'path'>, input: object) => {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const response = await fetch(`http://127.0.0.1:${rig.product.port}/boot${path}${query}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    })
    const answer = (await response.json()) as { success: boolean; message: string; result: T }
    if (!answer.success)
      throw new Error(`${path}: ${answer.message} ${JSON.stringify(answer.result)}`)
    return answer.result
  }
}
