import {
  CopyOutlined,
  DeleteOutlined,
  InsertRowAboveOutlined,
  RedoOutlined,
  UndoOutlined,
  VerticalAlignBottomOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { memo, useState, type ReactNode, type RefObject } from 'react'
import { useT } from '../../text/i18n.ts'
import type { Command } from './grid-keys.ts'

/** What the keys do, for the pointer; and how many rows to repeat. */
export const GridTools = memo(function GridTools({
  label,
  fixedRows,
  times,
  run,
  repeat,
  more,
}: {
  label: string
  fixedRows: boolean
  times: RefObject<HTMLInputElement | null>
  run: (command: Command) => void
  repeat: (times: number) => void
  more: ReactNode
}) {
  const t = useT('row-grid')
  const [typed, setTyped] = useState('1')
  const count = /^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : 0
  const tool = (
    command: Command['do'] & ('undo' | 'redo' | 'fillDown' | 'fillRight' | 'insert' | 'remove'),
    icon: ReactNode,
  ) => (
    <Button
      type="text"
      size="small"
      icon={icon}
      title={t(`tool.${command}.keys`)}
      aria-label={t(`tool.${command}`)}
      onClick={() => run({ do: command })}
    />
  )
  return (
    <div role="toolbar" aria-label={t('tools', { label })} className="py-grid-tools">
      {!fixedRows && (
        <span className="py-grid-repeat">
          <input
            ref={times}
            className="py-input"
            inputMode="numeric"
            aria-label={t('repeat.times')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (count) repeat(count)
            }}
          />
          <Button
            size="small"
            icon={<CopyOutlined />}
            disabled={count === 0}
            title={t('repeat.keys')}
            onClick={() => repeat(count)}
          >
            {t('repeat')}
          </Button>
        </span>
      )}
      {tool('fillDown', <VerticalAlignBottomOutlined />)}
      {tool('fillRight', <VerticalAlignBottomOutlined rotate={-90} />)}
      {!fixedRows && tool('insert', <InsertRowAboveOutlined />)}
      {!fixedRows && tool('remove', <DeleteOutlined />)}
      {tool('undo', <UndoOutlined />)}
      {tool('redo', <RedoOutlined />)}
      {more}
    </div>
  )
})

/** How many rows there are, what is wrong in them, and what the last action did. */
export function GridStatus({
  id,
  rows,
  wrong,
  doubtful,
  text,
  onNext,
  onNextDoubt,
}: {
  id: string
  rows: number
  wrong: number
  /** Cells that are taken and worth a look. */
  doubtful: number
  text: string
  onNext: () => void
  onNextDoubt: () => void
}) {
  const t = useT('row-grid')
  return (
    <div className="py-grid-status">
      <span>{t('rows', { count: rows })}</span>
      {wrong > 0 && (
        <button type="button" className="py-grid-wrong" title={t('wrong.keys')} onClick={onNext}>
          {t('wrong', { count: wrong })}
        </button>
      )}
      {doubtful > 0 && (
        <button type="button" className="py-grid-doubtful" onClick={onNextDoubt}>
          {t('doubtful', { count: doubtful })}
        </button>
      )}
      <span id={`${id}-status`} role="status">
        {text}
      </span>
    </div>
  )
}
