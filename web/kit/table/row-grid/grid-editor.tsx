import { useEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Line } from '../../form/lines/lines.ts'
import { useT } from '../../text/i18n.ts'
import { GUTTER_PX, HEAD_PX, ROW_PX, textOf, type GridChoice } from './grid-types.ts'
import type { GridModel } from './use-row-grid.ts'

/**
 * The field over the active cell. It always has the grid's focus, so that an input method can
 * begin in it; until something is typed it is only the frame of the cell.
 */
export function GridEditor<L extends Line>({
  id,
  grid,
  line,
  issue,
  left,
  field,
  disabled,
}: {
  id: string
  grid: GridModel<L>
  line: L | undefined
  issue: string | undefined
  left: number
  field: RefObject<HTMLInputElement | null>
  disabled: boolean
}) {
  const t = useT('row-grid')
  const { at, column, editing, choices } = grid
  const open = editing !== null && column?.choices !== undefined && choices.length > 0
  const value = column ? textOf(line, column.key) : ''
  const shown = column?.choices?.find((choice) => choice.value === value)?.label ?? value
  const begun = editing !== null && !editing.over
  useEffect(() => {
    if (begun) field.current?.select()
  }, [begun, field])
  return (
    <>
      <input
        ref={field}
        id={id}
        className="py-grid-field"
        autoComplete="off"
        spellCheck={false}
        readOnly={disabled || column?.readOnly}
        data-scan="field"
        data-editing={editing !== null || undefined}
        data-numeric={column?.numeric || undefined}
        inputMode={column?.numeric ? 'decimal' : 'text'}
        aria-label={t('cell', {
          row: at.row + 1,
          column: column?.title ?? '',
          value: shown || t('cell.empty'),
        })}
        aria-invalid={issue !== undefined || undefined}
        aria-describedby={`${id}-status`}
        {...(column?.choices
          ? {
              role: 'combobox',
              'aria-expanded': open,
              'aria-controls': `${id}-choices`,
              'aria-autocomplete': 'list' as const,
              ...(open && editing.pick >= 0
                ? { 'aria-activedescendant': `${id}-choice-${editing.pick}` }
                : {}),
            }
          : {})}
        style={{
          transform: `translate(${GUTTER_PX + left}px, ${HEAD_PX + at.row * ROW_PX}px)`,
          width: column?.width ?? 0,
        }}
        value={editing?.text ?? ''}
        onChange={(event) => grid.type(event.target.value)}
      />
      {open && (
        <Choices
          id={id}
          choices={choices}
          pick={editing.pick}
          field={field}
          onChoose={grid.choose}
        />
      )}
    </>
  )
}

const CHOICE_PX = 30
const LIST_PX = 240

/** Below the field, or above it where there is no room; outside what scrolls. */
function Choices({
  id,
  choices,
  pick,
  field,
  onChoose,
}: {
  id: string
  choices: readonly GridChoice[]
  pick: number
  field: RefObject<HTMLInputElement | null>
  onChoose: (value: string) => void
}) {
  const t = useT('row-grid')
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null)
  useEffect(() => {
    const box = field.current?.getBoundingClientRect()
    if (!box) return
    const height = Math.min(LIST_PX, choices.length * CHOICE_PX + 8)
    const below = box.bottom + height <= window.innerHeight
    setPlace({
      left: box.left,
      top: below ? box.bottom + 2 : box.top - height - 2,
      width: Math.max(160, box.width),
    })
  }, [field, choices.length])
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [pick])
  if (!place) return null
  return createPortal(
    <div
      ref={list}
      id={`${id}-choices`}
      role="listbox"
      aria-label={t('choices')}
      className="py-grid-choices"
      style={{ ...place, maxHeight: LIST_PX }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {choices.map(({ value, label }, index) => (
        <div
          key={value}
          id={`${id}-choice-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === pick}
          onClick={() => onChoose(value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onChoose(value)
          }}
        >
          {label}
        </div>
      ))}
    </div>,
    document.body,
  )
}
