import { sql } from 'kysely'
import { z } from 'zod'
import { idText } from '#contracts/kit/envelope.ts'
import { defineTemplate, queueMessage } from '#server/features/platform/messages/index.ts'
import type { Ctx, Tx } from '#server/kit/access/ctx.ts'
import { businessDay } from '#server/kit/db/business-day.ts'
import { changeMany } from '#server/kit/db/change.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { job } from '#server/kit/jobs/job.ts'
import { defineJob } from '#server/kit/jobs/jobs.ts'

const REQUEST = 'pods.request'
defineTemplate({
  code: REQUEST,
  space: 'pods',
  channels: ['email'],
  sample: {
    carrier: 'Gebrüder Eilig Logistik',
    contact: 'Frau Weber',
    count: 2,
    list: '00340434161094042557 · 2026-03-01\nFBA15DJ9SVVD · 2026-03-02',
    day: '2026-03-09',
  },
})

/** A carrier's proofs that were asked for and not yet written about. */
const askCarrier = job('pods.askCarrier', z.object({ podCarrierId: idText }))
const LINES_MAX = 500

const askLater = (tx: Tx, podCarrierId: string): Promise<void> =>
  tx.job(askCarrier, { podCarrierId }, { key: `pods.ask/${tx.principal.tenantId}/${podCarrierId}` })

/** One mail to each carrier with an address that was asked for proofs and not yet written to. */
export function askCarriers(ctx: Ctx): Promise<void> {
  return inTx(ctx, async (tx) => {
    const { rows } = await sql<{ id: string }>`select distinct c.id
      from ${tx.rows('pod').as('p')}
        join ${tx.rows('podCarrier').as('c')} on c.id = p.pod_carrier_id
      where p.state = 'REQUESTED' and p.message_id is null and c.email is not null
      order by c.id`.execute(tx.db)
    for (const { id } of rows) await askLater(tx, id)
  })
}

defineJob(askCarrier, (ctx, { podCarrierId }) =>
  inTx(ctx, async (tx) => {
    const { rows: carriers } = await sql<{
      name: string
      contact: string | null
      email: string | null
    }>`select c.name, c.contact, c.email from ${tx.rows('podCarrier').as('c')}
      where c.id = ${podCarrierId}`.execute(tx.db)
    const carrier = carriers[0]
    if (!carrier?.email) return
    const { rows } = await sql<{ id: string; label: string; day: string }>`select p.id,
        concat_ws(' / ', coalesce(p.track_no, p.fba_code), p.serial_number) as label,
        to_char(p.delivered_at, 'YYYY-MM-DD') as day
      from pod as p where ${tx.rows('pod').where('p')} and p.pod_carrier_id = ${podCarrierId}
        and p.state = 'REQUESTED' and p.message_id is null
      order by p.id limit ${LINES_MAX} for update`.execute(tx.db)
    if (rows.length === 0) return
    const { id } = await queueMessage(tx, {
      channel: 'email',
      to: carrier.email,
      template: REQUEST,
      lang: 'en_US',
      data: {
        carrier: carrier.name,
        contact: carrier.contact ?? carrier.name,
        count: rows.length,
        list: rows.map(({ label, day }) => `${label} · ${day}`).join('\n'),
        day: await businessDay(tx),
      },
      once: true,
    })
    await changeMany(
      tx,
      'pod',
      rows.map((row) => row.id),
      { messageId: id },
    )
    if (rows.length === LINES_MAX) await askLater(tx, podCarrierId)
  }),
)
