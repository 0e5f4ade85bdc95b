import { FilterOutlined, RightOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import type { GrantNode } from '#contracts/platform/access/permissions.nodes.ts'
import type { T } from '../../../kit/text/i18n.ts'
import { countOf, type GrantIndex } from './grant-tree.ts'

export interface GrantTreeState {
  index: GrantIndex
  checked: ReadonlySet<string>
  stored: ReadonlySet<string>
  /** Entries the search leaves; null: all. */
  shown: ReadonlySet<string> | null
  open: ReadonlySet<string>
  readOnly: boolean
  tick(id: string, on: boolean): void
  /** Everything below, whether linked or not. */
  tickAll(id: string, on: boolean): void
  toggle(id: string): void
  onRules: ((node: GrantNode) => void) | null
}

function Tick({
  state,
  node,
  half = false,
  children,
}: {
  state: GrantTreeState
  node: GrantNode
  half?: boolean
  children: React.ReactNode
}) {
  const box = useRef<HTMLInputElement>(null)
  const on = state.checked.has(node.key)
  useEffect(() => {
    if (box.current) box.current.indeterminate = half && !on
  })
  return (
    <label
      className="perm-tick"
      data-changed={on !== state.stored.has(node.key) || undefined}
      title={node.perms ?? undefined}
    >
      <input
        ref={box}
        type="checkbox"
        checked={on}
        disabled={state.readOnly || !state.index.grantable.has(node.key)}
        onChange={(event) => state.tick(node.key, event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

/** A folder or screen with its buttons next to one another and its own screens below. */
export function GrantBranch({
  state,
  node,
  t,
  level = 0,
}: {
  state: GrantTreeState
  node: GrantNode
  t: T
  level?: number
}) {
  const children = (node.children ?? []).filter(
    (child) => state.shown === null || state.shown.has(child.key),
  )
  const buttons = children.filter((child) => child.menuType === 2)
  const menus = children.filter((child) => child.menuType !== 2)
  const open = state.shown !== null || state.open.has(node.key)
  const { on, of } = countOf(state.index, state.checked, node.key, state.shown)
  const stored = state.stored.has(node.key) && state.checked.has(node.key)
  return (
    <li className="perm-branch" data-level={level}>
      <div className="perm-line">
        {menus.length > 0 ? (
          <button
            type="button"
            className="perm-fold"
            aria-expanded={open}
            aria-label={t(open ? 'grant.fold' : 'grant.unfold', { name: node.label })}
            onClick={() => state.toggle(node.key)}
          >
            <RightOutlined rotate={open ? 90 : 0} />
          </button>
        ) : (
          <span className="perm-fold" />
        )}
        <Tick state={state} node={node} half={on > 0}>
          {node.label}
        </Tick>
        <span className="perm-count">
          {on}/{of}
        </span>
        {node.ruleFlag === 1 && state.onRules && (
          <button
            type="button"
            className="perm-link"
            disabled={!stored}
            title={stored ? t('grant.rules') : t('grant.rulesLater')}
            onClick={() => state.onRules?.(node)}
          >
            <FilterOutlined /> {t('grant.rules')}
          </button>
        )}
        {!state.readOnly && of > 1 && (
          <button
            type="button"
            className="perm-link"
            onClick={() => state.tickAll(node.key, on < of)}
          >
            {t(on < of ? 'grant.all' : 'grant.none')}
          </button>
        )}
      </div>
      {buttons.length > 0 && (open || menus.length === 0) && (
        <div className="perm-buttons" role="group" aria-label={node.label}>
          {buttons.map((button) => (
            <Tick key={button.key} state={state} node={button}>
              {button.label}
            </Tick>
          ))}
        </div>
      )}
      {menus.length > 0 && open && (
        <ul>
          {menus.map((menu) => (
            <GrantBranch key={menu.key} state={state} node={menu} t={t} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
