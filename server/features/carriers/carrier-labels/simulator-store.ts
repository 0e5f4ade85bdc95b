import { sql } from 'kysely'
import type { SimulatorScript } from '#contracts/carriers/carrier-sets.ts'
import { jobCtx } from '#server/kit/jobs/jobs.ts'
import type { Deps } from '#server/kit/runtime/deps.ts'
import { nowIso } from '#server/kit/runtime/clock.ts'
import type { SimulatedLabel, SimulatedLabels } from './carriers/simulated-labels.ts'

interface Row {
  serial: string
  number: string
  handle: string
  reference: string
  product: string
  content: unknown
  madeAt: string
  day: string
  cancelled: boolean
  closed: boolean
}
const COLUMNS = sql`l.serial, l.number, l.handle, l.reference, l.product, l.content, l.made_at,
  l.day::text as day, l.cancelled, l.closed`

/** What a carrier's simulator remembers of a tenant: it is another system, so no rights are asked. */
export function simulatorStore(
  deps: Deps,
  tenantId: string,
  carrier: string,
  script: SimulatorScript,
): SimulatedLabels {
  let calls = 0
  const tenant = jobCtx(deps, tenantId)
  const { kysely } = deps.db
  const one = async (by: { handle: string | null; reference: string | null }) => {
    const found = await sql<Row>`select ${COLUMNS} from ${tenant.rows('simulatorLabel').as('l')}
      where l.carrier = ${carrier} 
        and (l.handle = ${by.handle} or l.reference = ${by.reference})
      order by l.serial desc limit 1`.execute(kysely)
    return found.rows[0] ? labelOf(found.rows[0]) : null
  }
  return {
    script,
    now: nowIso,
    callNo: () => ++calls,
    nextSerial: async () => {
      const found = await sql<{
        serial: string
      }>`select nextval(pg_get_serial_sequence('simulator_label', 'serial')) as serial`.execute(
        kysely,
      )
      return Number(found.rows[0]!.serial)
    },
    add: async (label) => {
      await sql`insert into simulator_label (tenant_id, serial, carrier, number, handle, reference,
          product, content, made_at, day)
        values (${tenantId}, ${label.serial}, ${carrier}, ${label.number}, ${label.handle},
          ${label.reference}, ${label.product}, ${JSON.stringify(label.content)}::jsonb,
          ${label.madeAt}, ${label.day})`.execute(kysely)
    },
    byHandle: (handle) => one({ handle, reference: null }),
    byReference: (reference) => one({ handle: null, reference }),
    change: async (handle, { cancelled = false, closed = false }) => {
      await sql`update simulator_label as l set cancelled = l.cancelled or ${cancelled},
          closed = l.closed or ${closed}
        where ${tenant.rows('simulatorLabel').where('l')} and l.carrier = ${carrier}
          and l.handle = ${handle}`.execute(kysely)
    },
    ofDay: async (day) => {
      const found = await sql<Row>`select ${COLUMNS} from ${tenant.rows('simulatorLabel').as('l')}
        where l.carrier = ${carrier} and l.day = ${day}::date
        order by l.serial`.execute(kysely)
      return found.rows.map(labelOf)
    },
  }
}

const labelOf = (row: Row): SimulatedLabel => ({
  ...row,
  serial: Number(row.serial),
  madeAt: new Date(row.madeAt).toISOString(),
})
