import { RightOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { Empty } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { shownLines, type DepartLine } from './tree-lines.ts'

/** The departments next to a screen: arrows walk and fold, Enter chooses. */
export function DepartTree({
  lines,
  chosen,
  onChoose,
  loading,
}: {
  lines: readonly DepartLine[]
  chosen: string | null
  onChoose: (id: string) => void
  loading: boolean
}) {
  const t = useT('departments')
  const [words, setWords] = useState('')
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const shown = shownLines(lines, collapsed, words)
  const toggleCollapsed = (id: string, on: boolean) =>
    setCollapsed(
      on ? new Set([...collapsed, id]) : new Set([...collapsed].filter((one) => one !== id)),
    )
  const onKey = (event: KeyboardEvent<HTMLElement>, line: DepartLine) => {
    const items = [
      ...event.currentTarget
        .closest('[role=tree]')!
        .querySelectorAll<HTMLElement>('[role=treeitem]'),
    ]
    const at = items.indexOf(event.currentTarget)
    const go = (to: number) => items[Math.min(items.length - 1, Math.max(0, to))]?.focus()
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(items.length - 1)
    else if (event.key === 'ArrowRight' && !line.isLeaf)
      collapsed.has(line.id) ? toggleCollapsed(line.id, false) : go(at + 1)
    else if (event.key === 'ArrowLeft')
      !line.isLeaf && !collapsed.has(line.id)
        ? toggleCollapsed(line.id, true)
        : go(items.findIndex((item) => item.dataset.id === line.parentId))
    else if (event.key === 'Enter' || event.key === ' ') onChoose(line.id)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="dep-tree">
      <input
        type="search"
        className="py-input"
        value={words}
        placeholder={t('search')}
        aria-label={t('search')}
        onChange={(event) => setWords(event.target.value)}
      />
      {loading ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : shown.length === 0 ? (
        <Empty kind={words ? 'noMatch' : 'nothing'} />
      ) : (
        <ul role="tree" aria-label={t('title')}>
          {shown.map((line) => (
            <li key={line.id} role="none">
              <div
                role="treeitem"
                data-id={line.id}
                tabIndex={line.id === (chosen ?? shown[0]?.id) ? 0 : -1}
                aria-level={line.level + 1}
                aria-selected={line.id === chosen}
                {...(line.isLeaf
                  ? {}
                  : { 'aria-expanded': !collapsed.has(line.id) || words !== '' })}
                style={{ paddingInlineStart: 6 + line.level * 16 }}
                onClick={() => onChoose(line.id)}
                onKeyDown={(event) => onKey(event, line)}
              >
                {line.isLeaf ? (
                  <span className="dep-fold" />
                ) : (
                  <span
                    className="dep-fold"
                    aria-hidden
                    onClick={(event) => {
                      event.stopPropagation()
                      toggleCollapsed(line.id, !collapsed.has(line.id))
                    }}
                  >
                    <RightOutlined rotate={collapsed.has(line.id) ? 0 : 90} />
                  </span>
                )}
                <span className="dep-name" data-off={line.status === '0' || undefined}>
                  {line.title}
                </span>
                <small title={t('userCountBelow')}>{line.userCountBelow}</small>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
