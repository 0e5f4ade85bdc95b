import type { ReactNode } from 'react'
import { mayLeave } from '../../platform/unsaved.ts'
import { useAddress } from '../../list/use-address.ts'
import { intoSight } from '../../platform/into-sight.ts'
import { PageHeader } from '../../platform/page-header.tsx'
import './desk.css'

/** The page of one record in parts: the first one is open where the address names none. */
export function DeskPage<P extends string>({
  title,
  note,
  actions,
  band,
  parts,
  label,
  partTitle,
  children,
}: {
  title: string
  note?: ReactNode
  actions?: ReactNode
  /** Between header and parts. */
  band?: ReactNode
  parts: readonly P[]
  /** Of the list of parts. */
  label: string
  partTitle: (part: P) => string
  children: (part: P) => ReactNode
}) {
  const [params, change] = useAddress()
  const wanted = params.get('part')
  const part = parts.find((one) => one === wanted) ?? parts[0]!
  const go = async (next: P) => {
    if (next === part || !(await mayLeave())) return
    change(() => new URLSearchParams(next === parts[0] ? {} : { part: next }))
  }
  return (
    <div className="py-desk">
      <PageHeader title={title} note={note}>
        {actions}
      </PageHeader>
      {band}
      <div className="py-desk-columns">
        <nav className="py-desk-nav" aria-label={label}>
          {parts.map((one) => (
            <button
              key={one}
              type="button"
              ref={one === part ? intoSight : null}
              aria-current={one === part ? 'page' : undefined}
              onClick={() => void go(one)}
            >
              {partTitle(one)}
            </button>
          ))}
        </nav>
        <section className="py-desk-main" aria-label={partTitle(part)}>
          {children(part)}
        </section>
      </div>
    </div>
  )
}
