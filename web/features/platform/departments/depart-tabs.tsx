import { useId, type KeyboardEvent, type ReactNode } from 'react'

export interface DepartTab {
  key: string
  label: string
  children: ReactNode
}

/** Tabs that scroll sideways where they do not fit: arrows walk, only the open one is drawn. */
export function DepartTabs({
  tabs,
  active,
  onChange,
  label,
}: {
  tabs: readonly DepartTab[]
  active: string
  onChange: (key: string) => void
  label: string
}) {
  const id = useId()
  const open = tabs.find(({ key }) => key === active) ?? tabs[0]
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || !open) return
    const next = tabs[(tabs.indexOf(open) + step + tabs.length) % tabs.length]!
    onChange(next.key)
    event.currentTarget.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus()
    event.preventDefault()
  }
  return (
    <>
      <div role="tablist" className="dep-tabs" aria-label={label} onKeyDown={walk}>
        {tabs.map(({ key, label: word }) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-key={key}
            id={`${id}${key}`}
            aria-selected={key === open?.key}
            aria-controls={key === open?.key ? `${id}panel` : undefined}
            tabIndex={key === open?.key ? 0 : -1}
            onClick={() => onChange(key)}
          >
            {word}
          </button>
        ))}
      </div>
      {open && (
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={id + open.key} key={open.key}>
          {open.children}
        </div>
      )}
    </>
  )
}
