import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { bulkResult, idList, idText } from '../kit/envelope.ts'
import { date, datetime, dict, int, money, ref, text } from '../kit/field.ts'
import { tableGuess } from './bank-files.ts'

/** What banks booked: the worklist of what came and belongs to no recharge yet. */
export const bankLineList = crud(
  entity({
    name: 'bank-lines',
    table: 'bank_line',
    scope: 'tenant',
    label: 'text',
    fields: {
      status: dict('bank_line_status', { readOnly: true, filter: 'in', sort: true, width: 100 }),
      bookedOn: date({ readOnly: true, filter: 'range', sort: true, width: 110 }),
      valueOn: date({ readOnly: true, width: 110, show: ['detail'] }),
      currency: dict('currency', { readOnly: true, filter: 'in', width: 90 }),
      amount: money({
        currencyFrom: 'currency',
        sign: 'any',
        readOnly: true,
        sort: true,
        width: 120,
      }),
      counterparty: text({ readOnly: true, filter: 'like', width: 170 }),
      text: text({ readOnly: true, filter: 'like', width: 260 }),
      reference: text({ readOnly: true, filter: 'like', width: 150, show: ['detail'] }),
      counterAccount: text({ readOnly: true, filter: 'prefix', width: 200, show: ['detail'] }),
      bankId: text({ readOnly: true, filter: 'prefix', width: 150, show: ['detail'] }),
      receivingAccountId: ref('payment-accounts', { readOnly: true, filter: 'in', width: 150 }),
      /** The recharge whose reference it bears. */
      suggestedId: ref('recharges', { readOnly: true, width: 150 }),
      rechargeId: ref('recharges', { readOnly: true, width: 150 }),
      /** The invoice its text names. */
      suggestedInvoiceId: ref('invoices', { readOnly: true, width: 150 }),
      /** Numbers of the invoices it paid. */
      settles: text({ readOnly: true, filter: 'like', width: 170 }),
      reason: text({ readOnly: true, width: 150 }),
      matchedBy: text({ readOnly: true, width: 110, show: ['detail'] }),
      matchedAt: datetime({ readOnly: true, width: 160, show: ['detail'] }),
      fileName: text({ readOnly: true, filter: 'like', width: 160, show: ['detail'] }),
      lineNo: int({ readOnly: true, width: 80, show: ['detail'] }),
    },
  }),
  {
    path: '/erp/bankLine',
    perm: 'acc:bankline',
    verbs: ['list', 'queryById', 'exportXls'],
    sort: { column: 'bookedOn', order: 'desc' },
  },
)

/** A movement, as other screens name it. */
export const namedLine = z.object({
  id: z.string(),
  bookedOn: z.string(),
  amount: z.string(),
  counterparty: z.string().nullable(),
})

const touches = ['/erp/recharge', '/erp/bankLine', '/erp/account', '/erp/trade'] as const
const ids = z.object({ ids: idList })

export const bankImport = z.object({
  receivingAccountId: idText,
  /** JSON of a mapping (`bankMapping`); the one of the same headings where left out. */
  mapping: z.string().max(4_000, { error: 'field.tooLong' }).optional(),
  /** `true`: the columns are asked for again. */
  remap: z.enum(['true', 'false'], { error: 'field.dict' }).optional(),
  /** `true`: answers what the file would bring and takes nothing. */
  dryRun: z.enum(['true', 'false'], { error: 'field.dict' }).optional(),
  /** `true`: a table in which nothing went out is taken; refused without, it may lack a column. */
  allIncoming: z.enum(['true', 'false'], { error: 'field.dict' }).optional(),
})

export const bankLines = endpoints({
  /**
   * A file of a bank: CAMT.053, MT940, or a table by `mapping`. Movements that are there already
   * add nothing; a table that is not mapped yet answers its first rows.
   */
  importBank: {
    method: 'POST',
    path: '/erp/recharge/importBank',
    perm: 'acc:recharge:import',
    body: 'multipart',
    limit: 11 * 1024 * 1024,
    // Fields of the form; also of the address.
    in: bankImport.partial(),
    out: z.object({
      format: z.enum(['CAMT053', 'MT940', 'TABLE']),
      /** Movements read, those that are new, of these those with a known reference. */
      total: z.number(),
      added: z.number(),
      repeated: z.number(),
      outgoing: z.number(),
      suggested: z.number(),
      /** Those whose amount fits as well. */
      sure: z.number(),
      /** Of a dry run: its first movements, those that are new before others. */
      preview: z
        .array(
          z.object({
            line: z.number(),
            bookedOn: z.string(),
            amount: z.string(),
            currency: z.string(),
            counterparty: z.string().nullable(),
            text: z.string(),
            state: z.enum(['new', 'known', 'out']),
            names: z.string().nullable(),
            sure: z.boolean(),
          }),
        )
        .nullable(),
      /** Not booked yet by the bank: left out. */
      pending: z.number(),
      /** A table in which nothing went out: it is taken with `allIncoming` only. */
      allIncoming: z.boolean(),
      errors: z.array(
        z.object({ line: z.number(), code: z.string(), message: z.string(), value: z.string() }),
      ),
      /** First rows of a table to be mapped; null where it was read. */
      rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })).nullable(),
      guess: tableGuess.nullable(),
    }),
    idempotency: 'accepted',
    touches,
  },
  /** Recharges a movement may belong to, the likeliest first. */
  suggest: {
    method: 'GET',
    path: '/erp/bankLine/suggest',
    perm: 'acc:bankline:match',
    in: z.object({ id: idText }),
    out: z.array(
      z.object({
        id: z.string(),
        reference: z.string(),
        customerId: z.string(),
        customer: z.string(),
        currency: z.string(),
        amount: z.string(),
        /** What is missing of it. */
        open: z.string(),
        status: z.string(),
        payer: z.string().nullable(),
        why: z.enum(['reference', 'amount', 'name']),
      }),
    ),
  },
  /** Credits a movement to a recharge, or links it to what was credited by hand. */
  match: {
    method: 'PUT',
    path: '/erp/bankLine/match',
    perm: 'acc:bankline:match',
    in: z.object({ id: idText, rechargeId: idText }),
    out: bankLineList.row,
    idempotency: 'accepted',
    message: 'ok.credited',
    touches,
  },
  /** Those whose reference and amount fit their recharge, each by itself. */
  matchSure: {
    method: 'PUT',
    path: '/erp/bankLine/matchSure',
    perm: 'acc:bankline:match',
    in: ids,
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
  /** Credits a movement no recharge was asked for to a customer. */
  assign: {
    method: 'PUT',
    path: '/erp/bankLine/assign',
    perm: 'acc:bankline:match',
    in: z.object({ id: idText, customerId: idText }),
    out: bankLineList.row,
    idempotency: 'accepted',
    message: 'ok.credited',
    touches,
  },
  /** It is no payment of a customer. */
  ignore: {
    method: 'PUT',
    path: '/erp/bankLine/ignore',
    perm: 'acc:bankline:match',
    in: ids.extend({
      reason: z
        .string()
        .trim()
        .min(1, { error: 'field.required' })
        .max(200, { error: 'field.tooLong' }),
    }),
    out: bulkResult,
    idempotency: 'accepted',
    touches,
  },
})
