import { PlusOutlined } from '@ant-design/icons'
import { Button, Alert, type FormInstance } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { Segments } from '../../../../../kit/form/segments.tsx'
import { formatNumber } from '../../../../../kit/text/formats.ts'
import { valuesIn, useValue } from '../../../../../kit/form/form-values.ts'
import { fieldId } from '../../../../../kit/form/paths.ts'
import type { Entry, Issues } from '../../../../../kit/form/use-entry.tsx'
import { useT } from '../../../../../kit/text/i18n.ts'
import { kindOf, type OrderKind } from '#contracts/orders/kinds/kinds.ts'
import { stockSkus } from '#contracts/orders/stock/stock-skus.ts'
import { useCan } from '../../../../../kit/session/permissions.tsx'
import { useSession } from '../../../../../kit/session/session.ts'
import { customerOf, MAX_PARCELS, PARCEL_MORE, type Draft, isBlankProduct } from '../draft/draft.ts'
import { addParcel, moveAt, movedPath, pasteAt, weightSum } from '../draft/draft-edit.ts'
import { ORDER } from '../field-labels.ts'
import { completedBy, knownSku, withSku } from '../draft/fill-sku.ts'
import { ParcelGrid } from './parcel-grid.tsx'
import { ParcelRow } from './parcel-row.tsx'
import { sidesOf } from '../address/sides.ts'
import type { LineTools } from '../draft/line-tools.ts'
import { useDict } from '../../../../../kit/http/dict.ts'
import { needsCustoms } from '../customs/customs.ts'

const NONE: Issues = {}
/** More parcels than this are drawn as a grid, unless cards are asked for. */
const CARDS_MOST = 20

/** What the cells of parcels and contents do with the form. */
export function useLineTools({ form, set, edit, jump }: Entry<Draft>): LineTools {
  const mayFind = useCan(stockSkus.find)
  const own = useSession().user?.customerId
  return useMemo(() => {
    // Lines move: refusals by place no longer hold.
    const change = (how: (draft: Draft) => Draft) => edit(how, 'parcels')
    const focus = (path: string) => void setTimeout(() => jump(path))
    return {
      set,
      edit: change,
      focus,
      paste: (path, cells) => change((draft) => pasteAt(draft, path, cells)),
      move: (path, by) => {
        change((draft) => moveAt(draft, path, by))
        focus(movedPath(path, by))
      },
      splitSides: (path, typed) => {
        const sides = sidesOf(typed)
        if (sides) change((draft) => pasteAt(draft, path, [sides]))
        return sides !== null
      },
      fillSku: (path, typed) => {
        const draft = valuesIn(form)
        const { usesStock } = kindOf(draft.shipmentResource).can
        if (mayFind && (own || customerOf(draft.customerId)))
          void knownSku(draft, typed).then((sku) => {
            if (sku)
              change((now) =>
                (usesStock ? withSku : completedBy)(now, path, typed, { sku, asked: draft }),
              )
          })
        return false
      },
    }
  }, [form, set, edit, jump, mayFind, own])
}

/**
 * Parcels, each with its contents; a copied piece of a spreadsheet fills them from the cell it is
 * pasted into.
 */
export function ParcelsSection({
  entry,
  kind,
  value: parcels = [],
}: {
  entry: Entry<Draft>
  kind: OrderKind
  value?: Draft['parcels']
}) {
  const t = useT('shipments')
  const { issues } = entry
  const tools = useLineTools(entry)
  const [chosen, setChosen] = useState<'cards' | 'grid' | null>(null)
  const view = !kind.can.manyParcels
    ? 'cards'
    : (chosen ?? (parcels.length > CARDS_MOST ? 'grid' : 'cards'))
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
  // One object per parcel, the same while the refusals are the same: other rows need not be drawn
  // again.
  const byParcel = useMemo(() => {
    const found = new Map<number, Record<string, string>>()
    for (const [path, issue] of Object.entries(issues)) {
      const at = /^parcels\.(\d+)\./.exec(path)?.[1]
      if (at !== undefined) found.set(Number(at), { ...found.get(Number(at)), [path]: issue })
    }
    return found
  }, [issues])
  const more = useMemo(
    () =>
      PARCEL_MORE.filter((field) =>
        field === 'fbaCode' ? kind.can.hasCartons : kind.can.hasPallets,
      ),
    [kind],
  )
  const add = () => {
    tools.edit(addParcel)
    tools.focus(`parcels.${parcels.length}.weightKg`)
  }
  return (
    <section className="order-section">
      <h2>
        {t('form.section.parcels')}
        {kind.can.manyParcels && (
          <Segments
            aria-label={t('parcel.view')}
            value={view}
            onChange={setChosen}
            options={[
              { value: 'cards', label: t('parcel.cards') },
              { value: 'grid', label: t('parcel.grid') },
            ]}
          />
        )}
        <span className="order-section-note">
          {t('parcel.sum', {
            pieces: formatNumber(parcels.length),
            weight: formatNumber(weightSum(parcels.map((parcel) => parcel.weightKg))),
          })}
        </span>
      </h2>
      {issues.parcels && (
        <p
          className="order-issue"
          {...(view === 'cards' ? { id: fieldId(ORDER, 'parcels'), tabIndex: -1 } : {})}
        >
          {issues.parcels}
        </p>
      )}
      <CustomsNote form={entry.form} parcels={parcels} />
      {view === 'grid' ? (
        <ParcelGrid entry={entry} kind={kind} parcels={parcels} />
      ) : (
        <>
          <p className="order-help py-desk-only">{t('parcel.pasteHint')}</p>
          {parcels.map((parcel, at) => (
            <ParcelRow
              key={parcel.lineKey}
              parcel={parcel}
              at={at}
              more={more}
              origin={kind.can.needsCustoms}
              alone={parcels.length === 1}
              open={!collapsed.has(parcel.lineKey) || byParcel.has(at)}
              issues={byParcel.get(at) ?? NONE}
              tools={tools}
              onToggle={toggle}
            />
          ))}
          <Button icon={<PlusOutlined />} disabled={parcels.length >= MAX_PARCELS} onClick={add}>
            {t('parcel.add')}
          </Button>
        </>
      )}
    </section>
  )
}

/** Parcels that cross a customs border need their contents: announced before the order is saved. */
export function CustomsNote({ form, parcels }: { form: FormInstance; parcels: Draft['parcels'] }) {
  const t = useT('shipments')
  const countries = useDict('country')
  const to = (useValue(form, 'consignee.country') ?? '') as string
  const code = (useValue(form, 'consignee.postalCode') ?? '') as string
  const bare = parcels.some((parcel) => parcel.products.every(isBlankProduct))
  if (!bare || !needsCustoms(to, code)) return null
  const country = countries.find((one) => one.value === to)?.text ?? to
  return <Alert type="warning" showIcon role="status" title={t('product.customs', { country })} />
}
