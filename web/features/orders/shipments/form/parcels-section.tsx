import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, useCallback, useMemo, useState } from 'react'
import { formatNumber } from '../../../../kit/form/formats.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { MAX_PARCELS, type Draft } from './draft.ts'
import { addParcel, weightSum } from './draft-edit.ts'
import { focusField } from './field-labels.ts'
import type { Issues, SetField } from './form-field.tsx'
import { ParcelRow } from './parcel-row.tsx'

const NONE: Issues = {}
export type EditDraft = (change: (draft: Draft) => Draft, about?: string) => void

/** Parcels, each with its contents; a copied piece of a spreadsheet fills them from the cell it is pasted into. */
export const ParcelsSection = memo(function ParcelsSection({
  parcels,
  issues,
  set,
  edit,
}: {
  parcels: Draft['parcels']
  issues: Issues
  set: SetField
  edit: EditDraft
}) {
  const t = useT('shipments')
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (key: string) =>
      setCollapsed((now) => {
        const next = new Set(now)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    [],
  )
  // One object per parcel, the same while the refusals are the same: other rows need not be drawn again.
  const byParcel = useMemo(() => {
    const found = new Map<number, Record<string, string>>()
    for (const [path, issue] of Object.entries(issues)) {
      const at = /^parcels\.(\d+)\./.exec(path)?.[1]
      if (at !== undefined) found.set(Number(at), { ...found.get(Number(at)), [path]: issue })
    }
    return found
  }, [issues])
  const add = () => {
    edit(addParcel)
    setTimeout(() => focusField(`parcels.${parcels.length}.weightKg`))
  }
  return (
    <section className="order-section">
      <h2>
        {t('form.section.parcels')}
        <span className="order-section-note">
          {t('parcel.sum', {
            pieces: formatNumber(parcels.length),
            weight: formatNumber(weightSum(parcels.map((parcel) => parcel.weightKg))),
          })}
        </span>
      </h2>
      {issues.parcels && (
        <p className="order-issue" id="order:parcels" tabIndex={-1}>
          {issues.parcels}
        </p>
      )}
      <p className="order-help">{t('parcel.pasteHint')}</p>
      {parcels.map((parcel, at) => (
        <ParcelRow
          key={parcel.key}
          parcel={parcel}
          at={at}
          alone={parcels.length === 1}
          open={!collapsed.has(parcel.key) || byParcel.has(at)}
          issues={byParcel.get(at) ?? NONE}
          set={set}
          edit={edit}
          onToggle={toggle}
        />
      ))}
      <Button icon={<PlusOutlined />} disabled={parcels.length >= MAX_PARCELS} onClick={add}>
        {t('parcel.add')}
      </Button>
    </section>
  )
})
