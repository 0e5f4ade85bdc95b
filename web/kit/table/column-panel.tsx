import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { isChosen, moved, pinned, resized, toggled, WIDTH } from '../list/column-state.ts'
import { useT } from '../text/i18n.ts'
import { MovingRows } from '../list/moving-rows.tsx'
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
  const [announcement, setAnnouncement] = useState('')
  useKeys({ Escape: onClose }, { modal: true })
  const { all, choice, change } = tools
  const nameOf = (column: ChosenColumn): string =>
    column.name ?? (typeof column.title === 'string' ? column.title : column.key)
  const columnOf = new Map(all.map((column) => [column.key, column]))
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
      <MovingRows
        label={t('columns.title')}
        rows={all.map((column, at) => ({
          key: column.key,
          name: nameOf(column),
          hidden: column.hidden,
          pinned: column.pinned,
          first: at === 0,
          last: at === all.length - 1,
        }))}
        words={{
          pin: (name) => t('columns.pin', { name }),
          up: (name) => t('columns.up', { name }),
          down: (name) => t('columns.down', { name }),
        }}
        onShow={(key, shown) => {
          const column = columnOf.get(key)
          if (column) change((now) => toggled(now, column, shown))
        }}
        onPin={(key, on) => change((now) => pinned(now, key, on))}
        onMove={(key, to, dragged) => {
          change((now) => moved(now, all, key, to))
          const column = columnOf.get(key)
          if (column && !dragged)
            setAnnouncement(
              t('columns.movedTo', { name: nameOf(column), at: to + 1, count: all.length }),
            )
        }}
        extra={(key, name) => (
          <WidthInput
            name={name}
            width={columnOf.get(key)?.width ?? 140}
            onChange={(width) => change((now) => resized(now, key, width))}
          />
        )}
        announcement={announcement}
      />
    </Drawer>
  )
}

function WidthInput({
  name,
  width,
  onChange,
}: {
  name: string
  width: number
  onChange: (width: number) => void
}) {
  const t = useT('lists')
  return (
    <input
      key={width}
      className="py-input"
      inputMode="numeric"
      defaultValue={width}
      aria-label={t('columns.width', { name })}
      title={t('columns.width', { name })}
      onBlur={(event) => {
        const typed = Number(event.currentTarget.value)
        if (Number.isFinite(typed) && typed >= WIDTH.min && typed !== width) onChange(typed)
        else event.currentTarget.value = String(width)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
