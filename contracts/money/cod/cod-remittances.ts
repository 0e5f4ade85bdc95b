import { z } from 'zod'
import { crud } from '../../kit/crud.ts'
import { endpoints } from '../../kit/endpoint.ts'
import { entity } from '../../kit/entity.ts'
import { bulkResult, idList, idText } from '../../kit/envelope.ts'
import { date, datetime, dict, int, money, ref, text } from '../../kit/field.ts'
import { tableGuess } from '../bank-files.ts'
import { COD_DECISIONS, COD_KINDS } from './cod.states.ts'

/** Files of carriers with what they remit. */
export const codRemittanceList = crud(
  entity({
    name: 'cod-remittances',
    table: 'cod_remittance',
    scope: 'tenant',
    label: 'reference',
    fields: {
      reference: text({ readOnly: true, filter: 'prefix', sort: true, width: 170 }),
      supplierId: ref('suppliers', { readOnly: true, filter: 'in', width: 170 }),
      receivedOn: date({ readOnly: true, filter: 'range', sort: true, width: 120 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      amount: money({
        currencyFrom: 'currency',
        sign: 'any',
        readOnly: true,
        sort: true,
        width: 130,
      }),
      lines: int({ readOnly: true, width: 90 }),
      matched: int({ readOnly: true, width: 90 }),
      receivingAccountId: ref('payment-accounts', { readOnly: true, filter: 'in', width: 160 }),
      fileName: text({ readOnly: true, filter: 'like', width: 180 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
    },
  }),
  {
    path: '/erp/codRemittance',
    perm: 'acc:cod',
    verbs: ['list', 'exportXls', 'options'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

/** Lines of those files; what differs waits for a decision. */
export const codLineList = crud(
  entity({
    name: 'cod-lines',
    table: 'cod_line',
    scope: 'tenant',
    label: 'number',
    fields: {
      number: text({ readOnly: true, filter: 'prefix', sort: true, width: 195 }),
      kind: dict('cod_line_kind', { readOnly: true, filter: 'in', sort: true, width: 150 }),
      state: dict('cod_line_state', { readOnly: true, filter: 'in', sort: true, width: 130 }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      amount: money({
        currencyFrom: 'currency',
        sign: 'any',
        readOnly: true,
        sort: true,
        width: 120,
      }),
      difference: money({ currencyFrom: 'currency', sign: 'any', readOnly: true, width: 120 }),
      itemId: ref('cod-items', { readOnly: true, width: 160 }),
      supplierId: ref('suppliers', { readOnly: true, filter: 'in', width: 150 }),
      remittanceId: ref('cod-remittances', { readOnly: true, filter: 'in', width: 160 }),
      paidOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      decision: dict('cod_decision', { readOnly: true, filter: 'in', width: 140 }),
      reason: text({ readOnly: true, width: 180 }),
      decidedBy: text({ readOnly: true, width: 110 }),
      decidedAt: datetime({ readOnly: true, width: 150, show: ['detail'] }),
      lineNo: int({ readOnly: true, width: 80, show: ['detail'] }),
    },
  }),
  {
    path: '/erp/codLine',
    perm: 'acc:cod',
    verbs: ['list', 'exportXls'],
    byHand: ['queryById'],
    sort: { column: 'createTime', order: 'desc' },
  },
)

const touches = ['/erp/cod', '/erp/codLine', '/erp/codRemittance', '/erp/codPayout'] as const

/** What comes with the file. */
export const codImport = z.object({
  supplierId: idText,
  /** Where the money came in. */
  receivingAccountId: idText,
  /** The carrier's number of it. */
  reference: z
    .string({ error: 'field.required' })
    .trim()
    .min(1, { error: 'field.required' })
    .max(60, { error: 'field.tooLong' }),
  receivedOn: z.iso.date({ error: 'field.date' }),
  /** JSON of a mapping (`codMapping`); that of the same headings and carrier where left out. */
  mapping: z.string().max(4_000, { error: 'field.tooLong' }).optional(),
  /** `true`: the columns are asked for again. */
  remap: z.enum(['true', 'false'], { error: 'field.dict' }).optional(),
  /** `true`: answers what the file would bring and books nothing. */
  dryRun: z.enum(['true', 'false'], { error: 'field.dict' }).optional(),
})

export const codRemittances = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/codRemittance/queryById',
    perm: 'acc:cod:list',
    in: z.object({ id: idText }),
    out: codRemittanceList.row,
  },
  /**
   * A carrier's remittance, CSV or workbook. The same file, and the same payment in another file,
   * is taken once; a table that is not mapped yet answers its first rows.
   */
  importFile: {
    method: 'POST',
    path: '/erp/codRemittance/importFile',
    perm: 'acc:cod:import',
    body: 'multipart',
    limit: 11 * 1024 * 1024,
    // Fields of the form; also of the address.
    in: codImport.partial(),
    out: z.object({
      remittanceId: z.string().nullable(),
      /** Lines read, those that are new, and of these those that fit their order. */
      total: z.number(),
      added: z.number(),
      repeated: z.number(),
      matched: z.number(),
      differing: z.number(),
      errors: z.array(
        z.object({ line: z.number(), code: z.string(), message: z.string(), value: z.string() }),
      ),
      /** First rows of a table to be mapped; null where it was read. */
      rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })).nullable(),
      guess: tableGuess.nullable(),
      /** Of a dry run: what is new, by its currency, and its first lines, what differs before others. */
      sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
      preview: z
        .array(
          z.object({
            line: z.number(),
            number: z.string(),
            amount: z.string(),
            currency: z.string(),
            paidOn: z.string(),
            kind: z.enum(COD_KINDS),
            difference: z.string().nullable(),
          }),
        )
        .nullable(),
    }),
    idempotency: 'accepted',
    touches,
  },
})

export const codLines = endpoints({
  queryById: {
    method: 'GET',
    path: '/erp/codLine/queryById',
    perm: 'acc:cod:list',
    in: z.object({ id: idText }),
    out: codLineList.row,
  },
  /** What becomes of lines that differ. */
  decide: {
    method: 'PUT',
    path: '/erp/codLine/decide',
    perm: 'acc:cod:decide',
    in: z.object({
      ids: idList,
      decision: z.enum(COD_DECISIONS, { error: 'field.dict' }),
      reason: z
        .string({ error: 'field.required' })
        .trim()
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooLong' }),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Orders of its carrier a line may belong to, the likeliest first: by the customer's reference, by the amount. */
  suggest: {
    method: 'GET',
    path: '/erp/codLine/suggest',
    perm: 'acc:cod:decide',
    in: z.object({ id: idText }),
    out: z.array(
      z.object({
        itemId: z.string(),
        shipmentNo: z.string(),
        reference: z.string().nullable(),
        customer: z.string(),
        expected: z.string(),
        currency: z.string(),
        why: z.enum(['both', 'reference', 'amount']),
      }),
    ),
  },
  /** The order a line of an unknown number belongs to; of its carrier. */
  assign: {
    method: 'PUT',
    path: '/erp/codLine/assign',
    perm: 'acc:cod:decide',
    in: z.object({ id: idText, itemId: idText }),
    out: codLineList.row,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
})
