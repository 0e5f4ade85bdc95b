import { parcels } from '#contracts/orders/parcels.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { isObject } from '../../../kit/text/storage.ts'
import { useT, type T, type Values } from '../../../kit/text/i18n.ts'

const isValues = (value: unknown): value is Values =>
  isObject(value) &&
  Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number')

/** A reason the system gave is stored as its code with what it is about; a person's as typed. */
function reasonIn(stored: string | null, t: T): string | null {
  const [, code = '', json = ''] = /^(scan\.[A-Za-z.]+) (\{.*\})$/.exec(stored ?? '') ?? []
  if (!t.has(`error.${code}`)) return stored
  try {
    const about: unknown = JSON.parse(json)
    return t(`error.${code}`, isValues(about) ? about : {})
  } catch {
    return stored
  }
}

/** Parcels of all kinds of orders, which the figures of depots lead to. */
export default function Parcels({ title }: { title: string }) {
  const t = useT('scans')
  return (
    <ResourceScreen
      of={parcels}
      closed
      title={title}
      cells={{ heldReason: (row: RowOf<typeof parcels>) => reasonIn(row.heldReason ?? null, t) }}
    />
  )
}
