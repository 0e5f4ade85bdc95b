import type { ImportMapping } from '#contracts/orders/imports/import-mappings.ts'
import { IMPORT_FIELDS } from '#contracts/orders/imports/import-fields.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { isPersonal } from '#contracts/kit/personal.ts'
import { maskedMails, maskedText } from '#server/kit/http/personal.ts'

/** Digits as a phone has them, in a column that is taken for nothing. */
const DIGITS = /^[+(]?\d[\d ()/.-]{5,30}$/
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(
  IMPORT_FIELDS.flatMap(({ name, path }) =>
    isPersonal(path.slice(path.lastIndexOf('.') + 1)) ? [name] : [],
  ),
)

const unknown = (cell: string): string =>
  DIGITS.test(cell.trim()) ? maskedText(cell) : maskedMails(cell)

/**
 * Cells of an order file as a caller with masked personal fields sees them, by the field each column
 * is taken for. The caller's own file is shown as it was sent.
 */
export function hiddenCells(
  ctx: Ctx,
  { createBy, mapping }: { createBy: string | null; mapping: ImportMapping | null },
): (cells: readonly string[]) => string[] {
  if (!ctx.principal.masked || createBy === ctx.principal.username) return (cells) => [...cells]
  const fields = new Map(
    mapping?.fields.flatMap(({ field, columns }) => columns.map((at) => [at, field] as const)),
  )
  return (cells) =>
    cells.map((cell, at) => {
      const field = fields.get(at)
      if (field === undefined) return unknown(cell)
      return PERSONAL_FIELDS.has(field) ? maskedText(cell) : maskedMails(cell)
    })
}

/** What a refused cell contains, as this caller sees it. */
export function hiddenData(
  ctx: Ctx,
  column: string,
  data: Record<string, unknown> | null,
): Record<string, unknown> | null {
  if (!ctx.principal.masked || !PERSONAL_FIELDS.has(column) || !data) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, one]) => [
      name,
      typeof one === 'string' ? maskedText(one) : one,
    ]),
  )
}
