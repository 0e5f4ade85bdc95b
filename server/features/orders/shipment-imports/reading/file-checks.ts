import { sql } from 'kysely'
import { LANGS } from '#contracts/kit/envelope.ts'
import { IMPORT_FIELDS, type ImportColumn } from '#contracts/orders/imports/import-fields.ts'
import { DEFAULT_KIND, kindOf, type KindCode } from '#contracts/orders/kinds/kinds.ts'
import type { OrderDraft } from '#contracts/orders/shipments.draft.ts'
import {
  checkCustoms,
  customsRules,
  findingKindOf,
  needsCustomsData,
  wrongInItself,
  type RawFinding,
} from '#server/features/orders/customs/index.ts'
import { senderOf } from '#server/features/parties/shippers/index.ts'
import { failedValues } from '#server/features/platform/rules/index.ts'
import type { OrderIssue } from '#server/features/orders/shipments/index.ts'
import { asSystem, type Ctx } from '#server/kit/access/ctx.ts'
import { dictItems } from '#server/kit/http/dict-texts.ts'
import type { CellFault, FileOrder, Values } from './file-order.ts'
import { goodsOfSkus } from './goods-of-skus.ts'
import { readMoment } from './cells/read-moment.ts'

/** What an order of a file is checked for beyond every order: words, times, customs. */
export interface FileChecks {
  /**
   * Words of lists as their codes, times as moments, goods of the stock with what is known of them.
   * What cannot be read stays, with a fault.
   */
  prepare: (order: FileOrder) => FileOrder
  /** What an order's goods lack to be confirmed, though it is taken as a draft. */
  warn: (draft: OrderDraft) => OrderIssue[]
  /** What no customs office takes: a closed country, forbidden goods, numbers of no shape. */
  refuse: (draft: OrderDraft) => OrderIssue[]
}

/** Warnings an import shows; further ones are only counted. */
export const WARNINGS_MAX = 2_000

/** Rules, words and the countries orders leave from, read once for a file. */
export async function loadFileChecks(
  ctx: Ctx,
  {
    customerId,
    kind,
    createBy,
  }: { customerId: string; kind: KindCode | null; createBy: string | null },
  orders: readonly FileOrder[],
): Promise<FileChecks> {
  const rules = await customsRules(ctx)
  const found = await sql<{
    id: string
    country: string | null
    postalCode: string | null
  }>`select d.id, d.country, d.postal_code
    from ${asSystem(ctx, ctx.principal.tenantId).rows('depot').as('d')}`.execute(ctx.db)
  const depots = new Map(found.rows.map(({ id, ...place }) => [id, place]))
  const usual = await senderOf(ctx, customerId, null, createBy)
  // Goods in stock leave from the depot, wherever their owner is.
  const placeOf = ({ shipmentResource, depotId, sender }: OrderDraft) => {
    const own = kindOf(shipmentResource).can.usesStock ? null : sender?.country ? sender : usual
    return own ?? depots.get(depotId ?? '')
  }
  const orderOf = (draft: OrderDraft) => ({
    from: placeOf(draft)?.country?.toUpperCase() ?? null,
    to: draft.consignee.country?.toUpperCase() ?? null,
    fromCode: placeOf(draft)?.postalCode ?? null,
    toCode: draft.consignee.postalCode ?? null,
    customs: draft.customs,
    dangerousGoods: draft.attributes?.dangerousGoods ?? null,
    unNumber: draft.attributes?.unNumber ?? null,
    parcels: draft.parcels,
  })
  const findings = (draft: OrderDraft): RawFinding[] => {
    const order = orderOf(draft)
    return needsCustomsData(order, rules) ? checkCustoms(order, rules) : []
  }
  const issues = (all: readonly RawFinding[]): OrderIssue[] =>
    all.map(({ path, code, data }) => ({ path, code, data }))
  const ruled = await ruledFields(ctx, orders)
  const words = await wordReader(ctx)
  const goods = await goodsOfSkus(ctx, { customerId, kind: kind ?? DEFAULT_KIND, orders })
  return {
    prepare: (order) => goods.complete(words(withCurrency(order))),
    warn: (draft) => [
      ...issues(
        findings(draft).filter(
          ({ path, code }) =>
            path.startsWith('parcels.') ||
            findingKindOf(code).about === 'goods' ||
            kindOf(draft.shipmentResource).can.needsCustoms,
        ),
      ),
      ...goods.unlisted(draft),
    ],
    refuse: (draft) => [...issues(wrongInItself(orderOf(draft), rules)), ...ruled(draft)],
  }
}

/** What the tenant's own rules for fields of an order refuse, asked for all values of a file at once. */
async function ruledFields(
  ctx: Ctx,
  orders: readonly FileOrder[],
): Promise<(draft: OrderDraft) => OrderIssue[]> {
  const failed = await failedValues(ctx, 'shipments', {
    reference: new Set(orders.map(({ reference }) => reference)),
    poCode: new Set(orders.map(({ rows }) => rows[0]?.values.poCode ?? '')),
  })
  if (![...failed].some(([, values]) => values.size > 0)) return () => []
  return (draft) =>
    [...failed].flatMap(([path, values]) => {
      const issue = values.get(draft[path] ?? '')
      return issue ? [{ path, ...issue }] : []
    })
}

/** Shops write the currency once an order: further lines are in it, too. */
function withCurrency(order: FileOrder): FileOrder {
  const currency = order.rows[0]?.values.currency
  if (currency === undefined || order.rows.every(({ values }) => values.currency)) return order
  return {
    ...order,
    rows: order.rows.map((row) =>
      row.values.currency === undefined && row.values.unitPrice !== undefined
        ? { ...row, values: { ...row.values, currency } }
        : row,
    ),
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const LISTED = IMPORT_FIELDS.flatMap((field) =>
  'dict' in field && field.dict
    ? [{ name: field.name, dict: field.dict, many: 'many' in field }]
    : [],
)
const MOMENTS = IMPORT_FIELDS.filter(({ kind }) => kind === 'moment').map(({ name }) => name)
const READ: readonly ImportColumn[] = [...LISTED.map(({ name }) => name), ...MOMENTS]
const SEVERAL = /[,;、，；|/\n]+/

/** Words of the lists a cell may hold, by either language's text or the code itself. */
async function wordReader(ctx: Ctx): Promise<FileChecks['prepare']> {
  const words = new Map<string, Map<string, string>>()
  for (const lang of LANGS) {
    const items = await dictItems(ctx, lang)
    for (const { dict } of LISTED) {
      const known = words.get(dict) ?? new Map<string, string>()
      for (const { value, text } of items[dict] ?? [])
        for (const name of [value, text]) if (!known.has(plain(name))) known.set(plain(name), value)
      words.set(dict, known)
    }
  }
  const codeOf = (dict: string, text: string) => words.get(dict)?.get(plain(text))
  return (order) => {
    const used = order.rows.some(({ values }) => READ.some((name) => values[name] !== undefined))
    if (!used) return order
    const country = order.rows[0]?.values.country
    return {
      ...order,
      rows: order.rows.map((row) => {
        const values: Values = { ...row.values }
        const faults: CellFault[] = [...row.faults]
        const read = (field: ImportColumn, text: string | null, code: CellFault['code']) => {
          if (text === null) faults.push({ field, code })
          else values[field] = text
        }
        for (const { name, dict, many } of LISTED) {
          const text = values[name]
          if (text === undefined) continue
          const codes = (many ? text.split(SEVERAL).filter((one) => one.trim()) : [text]).map(
            (one) => codeOf(dict, one),
          )
          read(name, codes.includes(undefined) ? null : codes.join(','), 'field.dict')
        }
        for (const name of MOMENTS) {
          const text = values[name]
          if (text === undefined) continue
          const moment = readMoment(text, country ?? null)
          if (moment === 'zone') faults.push({ field: name, code: 'cell.zone' })
          else read(name, moment, 'cell.moment')
        }
        return { ...row, values, faults }
      }),
    }
  }
}
