import type { ReactNode } from 'react'
import { isAccountField } from '#contracts/kit/names.ts'
import { nameOfAccount } from '../session/account-names.ts'
import { usePhone } from '../platform/use-timing.ts'
import './detail-list.css'

export interface DetailItem {
  key: string
  label: ReactNode
  value: ReactNode
  /** A whole line of its own: remarks, addresses. */ wide?: boolean
}

/** Specification §9: at most four columns, three by default; one on a phone. */
const MOST = 4
const USUAL = 3

/** Labels with their values in columns; nothing where there is none reads as a dash. */
export function DetailList({
  items,
  columns = USUAL,
  title,
}: {
  items: readonly DetailItem[]
  columns?: number
  title?: ReactNode
}) {
  const phone = usePhone()
  const across = phone ? 1 : Math.min(MOST, Math.max(1, Math.floor(columns)))
  return (
    <section className="py-details">
      {title && <h3>{title}</h3>}
      <dl style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}>
        {items.map((item) => (
          <div key={item.key} className={item.wide ? 'py-form-wide' : undefined}>
            <dt>{item.label}</dt>
            <dd>
              {item.value === null || item.value === undefined || item.value === '' ? (
                <span className="py-none">–</span>
              ) : isAccountField(item.key) && typeof item.value === 'string' ? (
                nameOfAccount(item.value)
              ) : (
                item.value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
