import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { DownIcon, PinIcon, UpIcon } from '../platform/icons/list-icons.tsx'

export interface MovingRow<K extends string> {
  key: K
  name: string
  hidden: boolean
  pinned: boolean
  /** It goes no further up or down. */
  first: boolean
  last: boolean
}

interface MovingRowsProps<K extends string> {
  label: string
  className?: string
  rows: readonly MovingRow<K>[]
  words: Record<'pin' | 'up' | 'down', (name: string) => string> & {
    /** Names the box in place of the row's own name. */
    show?: (name: string) => string
  }
  onShow: (key: K, shown: boolean) => void
  onPin: (key: K, pinned: boolean) => void
  /** To this place in the list; `dragged`: step by step under the pointer. */
  onMove: (key: K, to: number, dragged: boolean) => void
  /** Between name and buttons. */
  extra?: (key: K, name: string) => ReactNode
  /** What happened, for screen readers. */
  announcement: string
}

/**
 * Rows that are shown, pinned and put into an order: dragged, by their arrows or with Alt and the
 * arrow keys.
 */
export function MovingRows<K extends string>({
  label,
  className = '',
  rows,
  words,
  onShow,
  onPin,
  onMove,
  extra,
  announcement,
}: MovingRowsProps<K>) {
  const [dragged, setDragged] = useState<K | null>(null)
  const body = useRef<HTMLUListElement>(null)
  const shown = rows.filter((row) => !row.hidden).length
  const move = (key: K, to: number) => {
    onMove(key, to, false)
    // The row moves under the button that was pressed: the focus goes with it, to the other arrow
    // where this one ends.
    requestAnimationFrame(() =>
      body.current
        ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] [data-arrow]:not(:disabled)`)
        ?.focus(),
    )
  }
  const over = (event: DragEvent, at: number) => {
    if (!dragged || dragged === rows[at]?.key) return
    event.preventDefault()
    onMove(dragged, at, true)
  }
  return (
    <>
      <ul className={`py-columns ${className}`.trim()} ref={body} aria-label={label}>
        {rows.map(({ key, name, hidden, pinned, first, last }, at) => (
          <li
            key={key}
            data-key={key}
            draggable
            data-dragged={dragged === key || undefined}
            onDragStart={(event) => {
              setDragged(key)
              event.dataTransfer.effectAllowed = 'move'
            }}
            onDragOver={(event) => over(event, at)}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              event.stopPropagation()
              move(key, at + (event.key === 'ArrowUp' ? -1 : 1))
            }}
          >
            <label className="py-columns-name">
              <input
                type="checkbox"
                checked={!hidden}
                disabled={!hidden && shown === 1}
                {...(words.show ? { 'aria-label': words.show(name) } : {})}
                onChange={(event) => onShow(key, event.currentTarget.checked)}
              />
              <span>{name}</span>
            </label>
            {extra?.(key, name)}
            <button
              type="button"
              className="py-tool"
              aria-pressed={pinned}
              aria-label={words.pin(name)}
              title={words.pin(name)}
              onClick={() => onPin(key, !pinned)}
            >
              <PinIcon />
            </button>
            <button
              type="button"
              className="py-tool"
              data-arrow
              disabled={first}
              aria-label={words.up(name)}
              title={words.up(name)}
              onClick={() => move(key, at - 1)}
            >
              <UpIcon />
            </button>
            <button
              type="button"
              className="py-tool"
              data-arrow
              disabled={last}
              aria-label={words.down(name)}
              title={words.down(name)}
              onClick={() => move(key, at + 1)}
            >
              <DownIcon />
            </button>
          </li>
        ))}
      </ul>
      <span className="py-hidden" role="status">
        {announcement}
      </span>
    </>
  )
}
