import { Button, Drawer } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { isChosen, moved, pinned, resized, toggled, WIDTH } from './column-state.ts'
import { useT } from '../text/i18n.ts'
import { DownIcon, PinIcon, UpIcon } from '../list/list-icons.tsx'
import type { ChosenColumn, ColumnTools } from './table-types.ts'
import { changeUiSettings, useUiSettings } from '../session/ui-settings.ts'
import { useKeys } from '../platform/use-keys.ts'
import { Segments } from '../form/segments.tsx'

/**
 * Which columns a list shows, in which order and how wide; every change shows in the table at once.
 */
export default function ColumnPanel({
  tools,
  onClose,
}: {
  tools: ColumnTools
  onClose: () => void
}) {
  const t = useT('lists')
  const { density } = useUiSettings()
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const body = useRef<HTMLUListElement>(null)
  useKeys({ Escape: onClose }, { modal: true })
  const { all, choice, change } = tools
  const shown = all.filter((column) => !column.hidden).length
  const nameOf = (column: ChosenColumn): string =>
    column.name ?? (typeof column.title === 'string' ? column.title : column.key)
  const move = (column: ChosenColumn, to: number) => {
    change((now) => moved(now, all, column.key, to))
    setAnnouncement(t('columns.movedTo', { name: nameOf(column), at: to + 1, count: all.length }))
    // The row moves under the button that was pressed: the focus goes with it.
    requestAnimationFrame(() =>
      body.current
        ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(column.key)}"] [data-up]`)
        ?.focus(),
    )
  }
  const over = (event: DragEvent, column: ChosenColumn) => {
    if (!dragged || dragged === column.key) return
    event.preventDefault()
    const to = all.findIndex((one) => one.key === column.key)
    change((now) => moved(now, all, dragged, to))
  }
  return (
    <Drawer
      open
      size={380}
      onClose={onClose}
      keyboard={false}
      mask={{ enabled: false }}
      rootClassName="py-drawer"
      title={t('columns.title')}
      extra={
        <Button onClick={tools.reset} disabled={!isChosen(choice)}>
          {t('columns.reset')}
        </Button>
      }
    >
      <div className="py-density">
        <span id="py-density">{t('density')}</span>
        <Segments
          aria-labelledby="py-density"
          value={density}
          onChange={(next) =>
            changeUiSettings({ density: next === 'compact' ? 'compact' : 'comfortable' })
          }
          options={[
            { value: 'comfortable', label: t('density.comfortable') },
            { value: 'compact', label: t('density.compact') },
          ]}
        />
      </div>
      <p className="py-hint">{t('columns.hint')}</p>
      <ul className="py-columns" ref={body} aria-label={t('columns.title')}>
        {all.map((column, at) => {
          const name = nameOf(column)
          return (
            <li
              key={column.key}
              data-key={column.key}
              draggable
              data-dragged={dragged === column.key || undefined}
              onDragStart={(event) => {
                setDragged(column.key)
                event.dataTransfer.effectAllowed = 'move'
              }}
              onDragOver={(event) => over(event, column)}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
                event.preventDefault()
                event.stopPropagation()
                move(column, at + (event.key === 'ArrowUp' ? -1 : 1))
              }}
            >
              <label className="py-columns-name">
                <input
                  type="checkbox"
                  checked={!column.hidden}
                  disabled={!column.hidden && shown === 1}
                  onChange={(event) => {
                    const show = event.currentTarget.checked
                    change((now) => toggled(now, column, show))
                  }}
                />
                <span>{name}</span>
              </label>
              <input
                key={column.width}
                className="py-input"
                inputMode="numeric"
                defaultValue={column.width ?? 140}
                aria-label={t('columns.width', { name })}
                title={t('columns.width', { name })}
                onBlur={(event) => {
                  const width = Number(event.currentTarget.value)
                  if (
                    Number.isFinite(width) &&
                    width >= WIDTH.min &&
                    width !== (column.width ?? 140)
                  )
                    change((now) => resized(now, column.key, width))
                  else event.currentTarget.value = String(column.width ?? 140)
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') event.currentTarget.blur()
                }}
              />
              <button
                type="button"
                className="py-tool"
                aria-pressed={column.pinned}
                aria-label={t('columns.pin', { name })}
                title={t('columns.pin', { name })}
                onClick={() => change((now) => pinned(now, column.key, !column.pinned))}
              >
                <PinIcon />
              </button>
              <button
                type="button"
                className="py-tool"
                data-up
                disabled={at === 0}
                aria-label={t('columns.up', { name })}
                title={t('columns.up', { name })}
                onClick={() => move(column, at - 1)}
              >
                <UpIcon />
              </button>
              <button
                type="button"
                className="py-tool"
                disabled={at === all.length - 1}
                aria-label={t('columns.down', { name })}
                title={t('columns.down', { name })}
                onClick={() => move(column, at + 1)}
              >
                <DownIcon />
              </button>
            </li>
          )
        })}
      </ul>
      <span className="py-hidden" role="status">
        {announcement}
      </span>
    </Drawer>
  )
}
