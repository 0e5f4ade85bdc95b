import { useState, type ReactNode } from 'react'
import { shipments } from '#contracts/orders/shipments.ts'
import { FLAG, whyNot } from '#contracts/orders/shipments.states.ts'
import { call } from '../../../../kit/http/api.ts'
import { useT } from '../../../../kit/text/i18n.ts'

interface Box {
  id: string
  name: string
}

/**
 * The question which parcels of an order are held, all of them at first; null where there is no
 * choice.
 */
export async function heldParcels(
  id: string,
): Promise<{ question: ReactNode; chosen: () => string[] } | null> {
  const order = await call(shipments.queryById, { id }).catch(() => null)
  const boxes = (order?.parcels ?? [])
    .filter(({ parcelStatus }) => whyNot('hold', parcelStatus, FLAG.needConfirm) === null)
    .map((one) => ({ id: one.id, name: one.trackNo ?? one.serialNumber }))
  if (boxes.length < 2) return null
  let chosen = boxes.map((box) => box.id)
  return {
    question: <Boxes boxes={boxes} onChange={(ids) => (chosen = ids)} />,
    chosen: () => chosen,
  }
}

function Boxes({ boxes, onChange }: { boxes: readonly Box[]; onChange: (ids: string[]) => void }) {
  const t = useT('shipments')
  const [off, setOff] = useState<ReadonlySet<string>>(new Set())
  const put = (id: string, on: boolean) => {
    const next = new Set(off)
    if (on) next.delete(id)
    else next.add(id)
    setOff(next)
    onChange(boxes.filter((box) => !next.has(box.id)).map((box) => box.id))
  }
  return (
    <fieldset className="order-boxes">
      <legend>{t('ask.hold.parcels')}</legend>
      {boxes.map((box) => {
        const on = !off.has(box.id)
        return (
          <label key={box.id}>
            <input
              type="checkbox"
              checked={on}
              // One stays: without any there is nothing to hold.
              disabled={on && off.size === boxes.length - 1}
              onChange={(event) => put(box.id, event.target.checked)}
            />
            {box.name}
          </label>
        )
      })}
    </fieldset>
  )
}
