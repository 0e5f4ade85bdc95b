import { z } from 'zod'
import { crud } from '../kit/crud.ts'
import { endpoints } from '../kit/endpoint.ts'
import { entity } from '../kit/entity.ts'
import { idList, idText, rowVersion } from '../kit/envelope.ts'
import { bool, datetime, dict, money, ref, text } from '../kit/field.ts'
import { accountFigures } from './account-figures.ts'
import { CUSTOMER_SIDE, proof } from './ledger.ts'

const amountColumn = (name: 'balance' | 'held' | 'credit' | 'available') =>
  money({
    currencyFrom: 'currency',
    sign: 'any',
    readOnly: true,
    filter: 'range',
    sort: true,
    width: 130,
    column: name,
  })

/**
 * Money customers have with the tenant, and what they owe by monthly bills: one account per
 * customer, kind and currency, posted to by the ledger alone.
 */
export const accountList = crud(
  entity({
    name: 'accounts',
    table: 'ledger_account',
    scope: 'owner',
    label: 'currency',
    filters: {
      /** At or below its alarm level. */
      low: bool({ filter: 'eq' }),
      /** With a balance below zero. */
      overdue: bool({ filter: 'eq' }),
    },
    fields: {
      customerId: ref('customers', { readOnly: true, filter: 'in', width: 190 }),
      customerCode: text({ from: 'customerId.code', readOnly: true, filter: 'like', width: 110 }),
      kind: dict('account_kind', { readOnly: true, filter: 'in', width: 100 }),
      currency: dict('currency', { readOnly: true, filter: 'in', sort: true, width: 90 }),
      balance: amountColumn('balance'),
      held: amountColumn('held'),
      credit: amountColumn('credit'),
      available: amountColumn('available'),
      status: dict('account_status', { readOnly: true, filter: 'in', sort: true, width: 100 }),
      frozenReason: text({ readOnly: true, show: ['detail'] }),
      lastEntryAt: datetime({ readOnly: true, filter: 'range', sort: true, width: 150 }),
      createTime: datetime({ readOnly: true, filter: 'range', sort: true, show: ['detail'] }),
    },
  }),
  {
    path: '/erp/account',
    perm: ['acc:account', 'pay:account'],
    verbs: ['list', 'exportXls'],
    sort: { column: 'available', order: 'asc' },
  },
)

const touches = ['/erp/account', '/erp/trade', '/erp/accountRequest', '/rwms/dashboard'] as const
const READ = ['acc:account:list', 'pay:account:list'] as const
/** Currency units; which decimals it may have is the currency's. */
const amount = z
  .string({ error: 'field.money' })
  .trim()
  .regex(/^-?\d{1,15}(\.\d{1,4})?$/, { error: 'field.money' })
const reason = z
  .string({ error: 'field.required' })
  .trim()
  .min(1, { error: 'field.required' })
  .max(300, { error: 'field.tooLong' })
const day = z.iso.date({ error: 'field.date' })
/** A calendar month of the ledger, UTC. */
const month = z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, { error: 'field.invalid' })
const changed = z.object({ version: z.number().int() })
const asked = z.object({ requestId: z.string(), no: z.string() })
const rateText = z
  .string({ error: 'field.decimal' })
  .trim()
  .regex(/^(?=.*[1-9])\d{1,10}(\.\d{1,10})?$/, { error: 'field.decimal' })
const side = z.object({ currency: z.string(), amount: z.string() })

/** How a month of the ledger stands. */
export const MONTH_STATES = ['open', 'closed', 'reopening'] as const

/** Most days one statement spans: a year, and a day for leap years. */
export const STATEMENT_DAYS = 366
const span = z.object({ id: idText, from: day, to: day })

export const accounts = endpoints({
  queryById: accountList.endpoints.queryById,
  /** Forecast, ageing and alarm of the accounts of a page, by id. */
  figures: {
    method: 'GET',
    path: '/erp/account/figures',
    perm: READ,
    in: z.object({ ids: idList }),
    out: z.record(z.string(), accountFigures),
  },
  /** What the last proof of the ledger found; null: none yet. */
  proof: {
    method: 'GET',
    path: '/erp/account/proof',
    perm: 'acc:account:list',
    in: z.object({}),
    out: proof.nullable(),
  },
  /** Compares every balance with the sum of its entries, now. */
  reconcile: {
    method: 'POST',
    also: ['GET'],
    path: '/erp/account/reconcile',
    perm: 'acc:account:reconcile',
    in: z.object({}),
    out: proof,
    rate: 'heavy',
    touches: ['/erp/account/proof'],
  },
  /** How far below zero the account may be spent. */
  credit: {
    method: 'PUT',
    path: '/erp/account/credit',
    perm: 'acc:account:credit',
    in: z.object({ id: idText, version: rowVersion, credit: amount, reason }),
    out: changed,
    idempotency: 'accepted',
    touches,
    message: 'ok.edited',
  },
  /** An account that has had no posting yet, so that its credit can be set; one that is there is answered. */
  open: {
    method: 'POST',
    path: '/erp/account/open',
    perm: 'acc:account:credit',
    in: z.object({
      customerId: idText,
      kind: z.enum(CUSTOMER_SIDE, { error: 'field.dict' }),
      currency: z.string().max(3, { error: 'field.dict' }),
    }),
    out: z.object({ id: z.string(), customerName: z.string() }),
    idempotency: 'accepted',
    touches,
    message: 'ok.added',
  },
  /** Stops spending, or lets it go on; money still comes in. `also`: other accounts of the customer. */
  freeze: {
    method: 'PUT',
    path: '/erp/account/freeze',
    perm: 'acc:account:freeze',
    in: z.object({
      id: idText,
      version: rowVersion,
      frozen: z.boolean(),
      reason,
      also: z
        .array(z.object({ id: idText, version: rowVersion }))
        .max(100, { error: 'field.tooMany' })
        .optional(),
    }),
    out: changed,
    idempotency: 'accepted',
    touches,
    message: 'ok.edited',
  },
  /** Asks for a booking by hand, above or below zero; a second user approves it. */
  adjust: {
    method: 'PUT',
    path: '/erp/account/adjust',
    perm: 'acc:account:adjust',
    in: z.object({ id: idText, amount, tradeItem: z.string().max(40), reason }),
    out: asked,
    idempotency: 'required',
    touches,
  },
  /**
   * Asks for money to go from one customer's account to another's, or from one currency of a
   * customer to another at a dated rate; a second user approves it.
   */
  transfer: {
    method: 'PUT',
    path: '/erp/account/transfer',
    perm: 'acc:account:transfer',
    in: z.object({
      id: idText,
      toId: idText,
      amount,
      /** So much of the other currency for one of this; only where the currencies differ. */
      rate: rateText.nullish(),
      rateOn: day.nullish(),
      reason,
    }),
    out: asked,
    idempotency: 'required',
    touches,
  },
  /** The level below which the customer is notified; null: no level. */
  alarm: {
    method: 'PUT',
    path: '/erp/account/alarm',
    perm: ['pay:account:alarm', 'acc:account:credit'],
    in: z.object({ id: idText, level: amount.nullable() }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/account'],
    message: 'ok.edited',
  },
  /** Opening and closing balance of two days (UTC), with what came in and went out between. */
  statement: {
    method: 'GET',
    path: '/erp/account/statement',
    perm: READ,
    in: span,
    out: z.object({
      opening: side,
      income: side,
      outgo: side,
      closing: side,
      lines: z.number(),
    }),
  },
  /** The same with every line, as a file. */
  statementFile: {
    method: 'GET',
    path: '/erp/account/statementFile',
    perm: READ,
    in: span.extend({ format: z.enum(['pdf', 'xlsx'], { error: 'field.invalid' }) }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
  },
  /** Months of the ledger, newest first, and whether they take entries. */
  months: {
    method: 'GET',
    path: '/erp/account/months',
    perm: 'acc:account:list',
    in: z.object({}),
    out: z.array(
      z.object({
        month: z.string(),
        status: z.enum(MONTH_STATES),
        closedAt: z.string().nullable(),
        closedBy: z.string().nullable(),
        reopenBy: z.string().nullable(),
        reopenReason: z.string().nullable(),
      }),
    ),
  },
  /** From now on nothing is posted into it; what comes late goes into the first open month. */
  closeMonth: {
    method: 'PUT',
    path: '/erp/account/closeMonth',
    perm: 'acc:account:month',
    in: z.object({ month }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/account/months'],
    message: 'ok.edited',
  },
  /** Asks to open a closed month again; a second user approves it. */
  reopenMonth: {
    method: 'PUT',
    path: '/erp/account/reopenMonth',
    perm: 'acc:account:month',
    in: z.object({ month, reason }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/account/months'],
    message: 'ok.edited',
  },
  /** Opens the month another user asked for, or leaves it closed. */
  decideMonth: {
    method: 'PUT',
    path: '/erp/account/decideMonth',
    perm: 'acc:request:approve',
    in: z.object({ month, approve: z.boolean() }),
    out: z.null(),
    idempotency: 'accepted',
    touches: ['/erp/account/months'],
    message: 'ok.edited',
  },
})
