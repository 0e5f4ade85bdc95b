import { Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import type { OrderDetail } from '#contracts/orders/shipments.ts'
import { addDecimals } from '../../../../kit/table/sums.ts'
import { useT } from '../../../../kit/text/i18n.ts'
import { parcelsNamed } from './parcels-named.ts'

type Parcel = OrderDetail['parcels'][number]

/** Which parcels of an order: by their boxes, or by their places and numbers, as they are pasted. */
export function ParcelChoice({
  parcels,
  chosen,
  onChange,
}: {
  parcels: readonly Parcel[]
  chosen: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
}) {
  const t = useT('shipments')
  const id = useId()
  const [text, setText] = useState('')
  const { unknown } = parcelsNamed(text, parcels)
  const name = (typed: string) => {
    setText(typed)
    onChange(new Set(parcelsNamed(typed, parcels).found))
  }
  const put = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  const size = (rows: readonly Parcel[]) => ({
    pieces: rows.length,
    weight: addDecimals(rows.map(({ weightKg }) => weightKg)),
  })
  return (
    <>
      <Form layout="vertical" component={false}>
        <Form.Item
          htmlFor={id}
          label={t('split.numbers')}
          extra={t('split.numbersHelp')}
          {...(unknown.length > 0
            ? {
                validateStatus: 'error' as const,
                help: t('split.unknownNumbers', { numbers: unknown.slice(0, 5).join(', ') }),
              }
            : {})}
        >
          <Input
            id={id}
            value={text}
            autoComplete="off"
            onChange={(event) => name(event.target.value)}
          />
        </Form.Item>
      </Form>
      <fieldset className="order-boxes">
        <legend>{t('split.parcels')}</legend>
        {parcels.map((parcel) => (
          <label key={parcel.id}>
            <input
              type="checkbox"
              checked={chosen.has(parcel.id)}
              onChange={(event) => put(parcel.id, event.target.checked)}
            />
            {[
              parcel.serialNumber,
              parcel.reference,
              parcel.fbaCode,
              parcel.trackNo,
              `${parcel.weightKg} kg`,
              parcel.palletNo === null ? null : t('split.pallet', { number: parcel.palletNo }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </label>
        ))}
      </fieldset>
      <p className="order-line" role="status">
        <span>{t('split.leaving', size(parcels.filter(({ id }) => chosen.has(id))))}</span>
        <span>{t('split.staying', size(parcels.filter(({ id }) => !chosen.has(id))))}</span>
        <Button
          type="link"
          size="small"
          onClick={() =>
            onChange(new Set(parcels.flatMap(({ id }) => (chosen.has(id) ? [] : [id]))))
          }
        >
          {t('split.invert')}
        </Button>
      </p>
    </>
  )
}
