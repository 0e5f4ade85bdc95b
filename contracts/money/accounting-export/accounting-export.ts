import { z } from 'zod'
import { endpoints } from '../../kit/endpoint.ts'
import { idText, rowVersion } from '../../kit/envelope.ts'
import { isCurrency } from '../../kit/money.ts'
import { MONTH_STATES } from '../accounts.ts'
import { CHARTS } from './account-presets.ts'

export const EXPORT_FORMATS = ['datev', 'csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const month = z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, { error: 'field.invalid' })
const whole = (min: number, max: number) => z.number({ error: 'field.int' }).int().min(min).max(max)
const amount = z.string()

/** How the ledger's accounts are called in the accountant's books. */
export const accountingSetting = z.object({
  consultantNo: whole(1_001, 9_999_999).nullable(),
  clientNo: whole(1, 99_999).nullable(),
  /** Digits of an account's number; a customer's has one more. */
  accountLength: whole(4, 8),
  /** Month and day, `01-01`. */
  yearStart: z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/, { error: 'field.invalid' }),
  chart: z.enum(CHARTS, { error: 'field.dict' }).nullable(),
  currency: z.string().refine(isCurrency, { error: 'field.currency' }),
  automatic: z.boolean(),
  /** The first number given to a customer. */
  debtorFrom: whole(10_000, 699_999_999).nullable(),
  numbers: z
    .array(
      z.object({
        key: z.string().min(1).max(120),
        number: z.string().regex(/^\d{0,8}$/, { error: 'accountingExport.number' }),
      }),
    )
    .max(500, { error: 'field.tooMany' }),
  version: z.number(),
})
export type AccountingSetting = z.infer<typeof accountingSetting>

/** A ledger account of its own name: of fee items, tax cases, collection accounts, suppliers. */
export const namedAccount = z.object({ key: z.string(), kind: z.string(), name: z.string() })
export type NamedAccount = z.infer<typeof namedAccount>

export const exportLine = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  customerId: z.string().nullable(),
  /** Null: it has none yet; `''`: a customer's, given with the export. */
  number: z.string().nullable(),
  currency: z.string(),
  entries: z.number(),
  debit: amount,
  credit: amount,
})
export type ExportLine = z.infer<typeof exportLine>

export const exportSum = z.object({
  currency: z.string(),
  debit: amount,
  credit: amount,
  /** Transactions in another currency than the books', of which the ledger knows no rate. */
  withoutRate: z.number(),
  /** Amounts with more than two decimals, which the format of DATEV cannot hold. */
  tooFine: z.number(),
})
export const exportRecord = z.object({
  id: z.string(),
  format: z.enum(EXPORT_FORMATS),
  closed: z.boolean(),
  lines: z.number().nullable(),
  sha256: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string(),
})
export type ExportRecord = z.infer<typeof exportRecord>

export const exportSummary = z.object({
  month: z.string(),
  status: z.enum(MONTH_STATES),
  transactions: z.number(),
  lines: z.array(exportLine),
  sums: z.array(exportSum),
  /** Whether consultant, client and the rest DATEV asks for are set. */
  /** Whether the file for DATEV can be made, and which of its settings it lacks. */
  ready: z.boolean(),
  lacks: z.array(z.enum(['numbers', 'clearing'])),
  exports: z.array(exportRecord),
})
export type ExportSummary = z.infer<typeof exportSummary>

const touches = ['/erp/accountingExport'] as const

/** The ledger of a month for accountants. */
export const accountingExport = endpoints({
  /** Months of the ledger, newest first. */
  months: {
    method: 'GET',
    path: '/erp/accountingExport/months',
    perm: 'acc:export:list',
    in: z.object({}),
    out: z.array(z.object({ month: z.string(), status: z.enum(MONTH_STATES) })),
  },
  /** What would be in the file, and what was exported of the month already. */
  summary: {
    method: 'GET',
    path: '/erp/accountingExport/summary',
    perm: 'acc:export:list',
    in: z.object({ month }),
    out: exportSummary,
  },
  /** Gives customers of the month their number, keeps a record, and answers the file. */
  file: {
    method: 'POST',
    path: '/erp/accountingExport/file',
    perm: 'acc:export:file',
    in: z.object({ month, format: z.enum(EXPORT_FORMATS, { error: 'field.dict' }) }),
    out: z.null(),
    reply: 'file',
    rate: 'files',
    touches,
  },
  setting: {
    method: 'GET',
    path: '/erp/accountingExport/setting',
    perm: 'acc:export:setting',
    in: z.object({}),
    out: z.object({ setting: accountingSetting, accounts: z.array(namedAccount) }),
  },
  saveSetting: {
    method: 'PUT',
    path: '/erp/accountingExport/setting',
    perm: 'acc:export:setting',
    in: accountingSetting.extend({ version: rowVersion }),
    out: accountingSetting,
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
  debtor: {
    method: 'GET',
    path: '/erp/accountingExport/debtor',
    perm: 'acc:export:setting',
    in: z.object({ customerId: idText }),
    out: z.object({ number: z.number().nullable(), version: z.number() }),
  },
  /** A customer's own number. */
  saveDebtor: {
    method: 'PUT',
    path: '/erp/accountingExport/debtor',
    perm: 'acc:export:setting',
    in: z.object({ customerId: idText, number: whole(10_000, 699_999_999), version: rowVersion }),
    out: z.null(),
    idempotency: 'accepted',
    message: 'ok.edited',
    touches,
  },
})
