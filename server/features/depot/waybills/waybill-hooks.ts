import { sql } from 'kysely'
import type { In } from '#contracts/kit/endpoint.ts'
import { text } from '#contracts/kit/field.ts'
import { masterNoIssue, plainMasterNo } from '#contracts/depot/waybill-numbers.ts'
import { type houseWaybillList } from '#contracts/depot/house-waybills.ts'
import { waybillBatchList, type waybillBatches } from '#contracts/depot/waybills.ts'
import type { WaybillKind } from '#contracts/depot/waybills.states.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { nextSerialNumbers } from '#server/kit/db/serial-numbers.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { lockWaybill } from './lock-waybill.ts'
import { failFields, type RawIssue } from '#server/kit/http/errors.ts'
import { rowAfter, type Hooks } from '#server/kit/resource/hooks.ts'
import type { WireRow } from '#server/kit/resource/resource-rows.ts'
import { addRow, type Draft } from '#server/kit/resource/resource-write.ts'

const HOUR = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** House numbers are the forwarder's: letters and digits. */
const HOUSE_NO = /^[A-Z0-9][A-Z0-9-]{0,19}$/

/** The same entity with its number writable: by us, never by a body, which was read without it. */
const numbered = { ...waybillBatchList, fields: { ...waybillBatchList.fields, no: text() } }

export function addWaybill(ctx: Ctx, draft: In<typeof waybillBatches.add>): Promise<WireRow> {
  return inTx(ctx, async (tx) => {
    const [no] = await nextSerialNumbers(tx, 'waybill_batch', 'WB', 1)
    return addRow(tx, numbered, { ...(draft as Draft), no }, waybillHooks as Hooks)
  })
}

/** Master number with its check digit, hours of a day, arrival not before departure. */
export const waybillHooks: Hooks<typeof waybillBatchList> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    const kind = row.kind as WaybillKind
    const issues: RawIssue[] = []
    if (row.masterNo) {
      const { code, right } = masterNoIssue(kind, row.masterNo) ?? {}
      if (code) issues.push({ path: 'masterNo', code, ...(right ? { data: { right } } : {}) })
      else draft.masterNo = plainMasterNo(kind, row.masterNo)
    }
    for (const path of ['etdTime', 'etaTime'] as const)
      if (row[path] && !HOUR.test(row[path])) issues.push({ path, code: 'waybill.hour' })
    // Days of their places: nothing that is booked arrives on a day before it leaves.
    if (row.etd && row.eta && row.eta < row.etd)
      issues.push({ path: 'eta', code: 'waybill.etaBeforeEtd' })
    if (before && row.leg !== before.leg && (before.pieces ?? 0) > 0)
      issues.push({ path: 'leg', code: 'waybill.legHasParcels' })
    if (issues.length > 0) failFields(issues)
    const { depotIds } = tx.principal
    if (row.depotId && depotIds && !depotIds.includes(row.depotId))
      failFields([{ path: 'depotId', code: 'field.ref' }])
    await Promise.resolve()
  },
}

export const hawbHooks: Hooks<typeof houseWaybillList> = {
  beforeSave: async (tx, draft, before) => {
    const row = rowAfter(draft, before)
    if (before?.waybillId) await lockWaybill(tx, before.waybillId)
    if (typeof row.no === 'string') {
      const no = row.no.toUpperCase().replaceAll(' ', '')
      if (!HOUSE_NO.test(no)) failFields([{ path: 'no', code: 'house.no' }])
      const { rows } = await sql`select 1 from ${tx.rows('houseWaybill').as('h')}
        where h.waybill_id = ${before?.waybillId ?? null} and h.no = ${no}
          and h.id is distinct from ${before?.id ?? null}`.execute(tx.db)
      if (rows.length > 0)
        failFields([{ path: 'no', code: 'field.duplicate', data: { value: no } }])
      draft.no = no
    }
  },
}
