import { Readable } from 'node:stream'
import type { In } from '#contracts/kit/endpoint.ts'
import { LANGS } from '#contracts/kit/envelope.ts'
import {
  templateColumns,
  type ImportColumn,
  type ImportField,
} from '#contracts/orders/imports/import-fields.ts'
import { requiredColumns } from '#contracts/orders/imports/needed-columns.ts'
import { kindOf } from '#contracts/orders/kinds/kinds.ts'
import type { shipmentImports } from '#contracts/orders/imports/shipment-imports.ts'
import {
  customerOf,
  limitsOfCaller,
  loadReferences,
} from '#server/features/orders/shipments/index.ts'
import { isAllowed } from '#server/features/platform/users/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { dictTexts } from '#server/kit/http/dict-texts.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { translate } from '#server/kit/http/texts.ts'
import { writeTemplate } from '#server/kit/sheets/sheets-template.ts'
import { sheetStream } from '#server/kit/sheets/sheets.ts'
import { SHEET_TYPES } from '../mending/export-errors.ts'
import { importableKinds, kindOfCustomer } from '../kind-of-customer.ts'
import { EXPORT_TYPES } from '#server/features/orders/customs/index.ts'
import { columnTitle } from '../read-import.ts'
import { exampleRows } from './example-rows.ts'

/** Currencies goods are usually declared in; any other can be typed. */
const CURRENCIES = 'EUR USD GBP CNY CHF PLN CZK SEK DKK NOK HUF CAD AUD JPY HKD'.split(' ')

/**
 * An empty order file: headings in the caller's language, an example, lists of what may be chosen,
 * and a sheet that explains every column in both languages.
 */
export async function importTemplate(
  ctx: Ctx,
  { format, shipmentResource }: In<typeof shipmentImports.template>,
): Promise<FileReply> {
  const text = (key: string) => translate(ctx.lang, 'shipment-imports', key)
  const customerId = await customerOf(ctx, { customerId: null })
  const kind = kindOf(shipmentResource ?? (await kindOfCustomer(ctx, customerId)))
  const lists = await choicesFor(ctx, customerId)
  const chosen = templateColumns(kind)
  // The example has a line of contents: what such a line needs is marked, too.
  const required = requiredColumns(kind, true)
  const rows = exampleRows(kind, chosen, { lists, required })
  // What a kind needs and usually has comes first, the many other columns behind it.
  const isUsual = ({ name }: { name: ImportColumn }) =>
    required.has(name) || rows.some((row) => Boolean(row[name]))
  const ordered = chosen.toSorted((a, b) => Number(isUsual(b)) - Number(isUsual(a)))
  const columns = ordered.map(({ name }) => {
    const list = lists[name]
    return {
      name,
      title: `${columnTitle(ctx, name)}${required.has(name) ? ' *' : ''}`,
      ...(list ? { list } : {}),
    }
  })
  const examples = rows.map((row) => columns.map(({ name }) => row[name] ?? ''))
  const name = `parcelyard-orders-${kind.slug}.${format}`
  if (format === 'csv')
    return new FileReply(name, SHEET_TYPES.csv, sheetStream({ columns, rows: examples }, 'csv'))
  const bytes = await writeTemplate({
    name: text('template.sheet'),
    columns,
    examples,
    notes: { name: text('template.notes'), rows: notesRows(ordered, required) },
    lists: text('template.lists'),
    notInList: { title: text('template.sheet'), text: text('template.notInList') },
  })
  return new FileReply(name, SHEET_TYPES.xlsx, Readable.from([Buffer.from(bytes)]))
}

/** Values a customer may send, of the fields that are a choice. */
export async function choicesFor(
  ctx: Ctx,
  customerId: string,
): Promise<Partial<Record<ImportColumn, string[]>>> {
  const limits = await limitsOfCaller(ctx)
  const known = await loadReferences(ctx, customerId, { limits })
  const codes = (all: ReadonlyMap<string, string>, allowed: readonly string[] | undefined) =>
    [...all]
      .filter(([, id]) => isAllowed(allowed, id))
      .map(([code]) => code)
      .toSorted()
  return {
    service: codes(known.serviceIdByCode, limits?.services),
    depot: codes(known.depotIdByCode, limits?.depots),
    shipmentResource: importableKinds(ctx),
    country: [...known.countries].toSorted(),
    currency: CURRENCIES,
    warehouseCode: [...known.warehouses.keys()].toSorted(),
    exportType: [...EXPORT_TYPES],
    undeliverable: ['RETURN', 'ABANDON'],
  }
}

/** The same, each with the name of what it means, where its code has one. */
export async function namedChoices(
  ctx: Ctx,
  customerId: string,
): Promise<Record<string, { value: string; text: string }[]>> {
  const known = await loadReferences(ctx, customerId)
  const texts = await dictTexts(ctx)
  const nameOf = (one: { name: string; nameEn?: string | null } | undefined) =>
    (ctx.lang === 'en_US' && one?.nameEn) || one?.name
  const names: Partial<Record<string, (code: string) => string | null | undefined>> = {
    service: (code) => nameOf(known.services.get(known.serviceIdByCode.get(code) ?? '')),
    depot: (code) => nameOf(known.depots.get(known.depotIdByCode.get(code) ?? '')),
    warehouseCode: (code) => known.warehouses.get(code)?.name,
    country: (code) => texts('country', code),
    shipmentResource: (code) => texts('shipment_resource', code),
  }
  const textOf = (field: string, code: string) =>
    [...new Set([code, names[field]?.(code)])].filter(Boolean).join(' ')
  return Object.fromEntries(
    Object.entries(await choicesFor(ctx, customerId)).map(([field, codes]) => [
      field,
      codes.map((value) => ({ value, text: textOf(field, value) })),
    ]),
  )
}

function notesRows(
  fields: readonly ImportField<ImportColumn>[],
  required: ReadonlySet<ImportColumn>,
): string[][] {
  const both = (key: string) => LANGS.map((lang) => translate(lang, 'shipment-imports', key))
  return [
    [...both('template.column'), ...both('template.explanation')],
    ...fields.map((field) => [
      ...both(`column.${field.name}`),
      ...both(`help.${field.name}`).map((help, at) =>
        required.has(field.name) ? `${both('template.required')[at]} ${help}` : help,
      ),
    ]),
  ]
}
