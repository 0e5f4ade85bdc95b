import { useMemo } from 'react'
import type { OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { labelOf, namesOf } from '../../../../../kit/form/choices/choice-names.ts'
import { fieldId } from '../../../../../kit/form/paths.ts'
import type { Entry } from '../../../../../kit/form/use-entry.tsx'
import type { GridColumn } from '../../../../../kit/table/row-grid/grid-types.ts'
import { useDict } from '../../../../../kit/http/dict.ts'
import { RowGrid } from '../../../../../kit/table/row-grid/row-grid.tsx'
import { useT, type T } from '../../../../../kit/text/i18n.ts'
import { MAX_PARCELS, type Draft } from '../draft/draft.ts'
import { currencyOf } from '../draft/draft-edit.ts'
import {
  blankLine,
  changedParcel,
  GRID_FIELDS,
  GRID_PARCEL,
  gridIssues,
  gridLines,
  gridParcels,
  repeatedLine,
  SAME_PARCEL,
  type GridField,
  type GridLine,
} from '../draft/grid-lines.ts'
import { ORDER } from '../field-labels.ts'

const SHAPE: Readonly<Record<GridField, { width: number; max: number; numeric?: true }>> = {
  reference: { width: 120, max: 60 },
  weightKg: { width: 90, max: 14, numeric: true },
  lengthCm: { width: 76, max: 12, numeric: true },
  widthCm: { width: 76, max: 12, numeric: true },
  heightCm: { width: 76, max: 12, numeric: true },
  fbaCode: { width: 180, max: 40 },
  palletNo: { width: 70, max: 3, numeric: true },
  sku: { width: 110, max: 60 },
  nameCn: { width: 120, max: 120 },
  nameEn: { width: 140, max: 120 },
  hscodeCn: { width: 110, max: 12 },
  hscodeForeign: { width: 110, max: 12 },
  quanlity: { width: 70, max: 9, numeric: true },
  unitWeightKg: { width: 84, max: 14, numeric: true },
  unitPrice: { width: 84, max: 16, numeric: true },
  currency: { width: 70, max: 3 },
  origin: { width: 100, max: 2 },
}
const LABELS: Readonly<Record<string, string>> = {
  reference: 'field.parcelReference',
  fbaCode: 'field.boxNo',
  palletNo: 'palletNo',
  origin: 'product.origin',
}
const titleOf = (field: GridField, t: T): string =>
  t(LABELS[field] ?? (t.has(`grid.${field}`) ? `grid.${field}` : `field.${field}`))

/** Parcels as rows, further contents as rows marked so: pasted from a sheet, repeated, filled down. */
export function ParcelGrid({
  entry,
  kind,
  parcels,
}: {
  entry: Entry<Draft>
  kind: OrderKind
  parcels: Draft['parcels']
}) {
  const t = useT('shipments')
  const rows = gridLines(parcels)
  const countries = useDict('country')
  const columns = useMemo(
    (): readonly GridColumn<GridLine>[] => [
      ...GRID_FIELDS.filter(
        (field) =>
          (field !== 'fbaCode' || kind.can.hasCartons) &&
          (field !== 'palletNo' || kind.can.hasPallets),
      ).map((field) => ({
        key: field,
        title: titleOf(field, t),
        ...SHAPE[field],
        ...(field === 'origin' && countries.length > 0
          ? {
              choices: countries.map((one) => ({
                value: one.value,
                label: labelOf(one),
                names: namesOf('country', one),
              })),
            }
          : {}),
        // What is typed there belongs to the parcel above, which has it already.
        ...((GRID_PARCEL as readonly string[]).includes(field)
          ? {
              check: (text: string, line: GridLine) =>
                line.more === SAME_PARCEL && text ? t('grid.ofParcelAbove') : undefined,
            }
          : {}),
      })),
      {
        key: 'more',
        title: t('grid.more'),
        width: 110,
        choices: [{ value: SAME_PARCEL, label: SAME_PARCEL }],
      },
    ],
    [kind, countries, t],
  )
  const issues = useMemo(() => gridIssues(entry.issues, rows), [entry.issues, rows])
  return (
    <RowGrid<GridLine>
      id={fieldId(ORDER, 'parcels')}
      label={t('form.section.parcels')}
      columns={columns}
      rows={rows}
      onChange={(next) => {
        const parcel = changedParcel(rows, next)
        entry.edit(
          (draft) => ({
            ...draft,
            parcels: gridParcels(next.length > 0 ? next : [blankLine(currencyOf(draft))]),
          }),
          parcel === null ? 'parcels' : `parcels.${parcel}`,
        )
      }}
      blank={() => blankLine(currencyOf({ parcels }))}
      copy={repeatedLine}
      // Rows of further contents are no parcels.
      max={MAX_PARCELS + rows.length - parcels.length}
      issues={issues}
      showsRefusals
    />
  )
}
