import type { FieldKey } from '#contracts/commercial/labels/fields.ts'
import { unfit, type Layout } from '#server/features/commercial/label-templates/index.ts'
import type { Tx } from '#server/kit/access/ctx.ts'
import type { RawIssue } from '#server/kit/http/errors.ts'
import { now } from '#server/kit/runtime/clock.ts'
import { labelModel } from './drawing/label-model.ts'
import { printRows } from './find-printable.ts'
import { routesOf } from './routes-of.ts'
import { wantedLayouts } from './wanted-layouts.ts'

const usesRoute = ({ document }: Layout): boolean =>
  document.elements.some(({ when }) =>
    when.some(({ field }) => field === 'sortCode' || field === 'gate'),
  )

/** `consigneeName` as the order's own field, `consignee.name`. */
const pathOf = (field: FieldKey): string =>
  field === 'reference'
    ? field
    : /^(?:consignee|sender)/.test(field)
      ? field.replace(/[A-Z]/, (letter) => `.${letter.toLowerCase()}`)
      : `label.${field}`

/**
 * What of an order's parcels does not fit the labels their service's template draws. Pieces that
 * differ in their reference are looked at one by one.
 */
export async function unfitLabels(tx: Tx, parcelIds: readonly string[]): Promise<RawIssue[]> {
  const all = await printRows(tx, parcelIds)
  const rows = [...new Map(all.map((row) => [row.parcelReference, row])).values()]
  const wanted = await wantedLayouts(tx, rows, { paper: null })
  const at = new Date(now())
  const routed = wanted.some(({ layout }) => usesRoute(layout)) ? await routesOf(tx, rows, at) : []
  const issues = new Map<string, RawIssue>()
  for (const [n, row] of rows.entries()) {
    const model = labelModel(row, { reprint: false, base: '', now: at, route: routed[n] ?? null })
    for (const { field, code, data } of unfit(wanted[n]!.layout, model)) {
      const path = pathOf(field)
      if (!issues.has(path)) issues.set(path, { path, code, data })
    }
  }
  return [...issues.values()]
}
