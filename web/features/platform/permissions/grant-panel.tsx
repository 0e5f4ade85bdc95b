import { Button, Skeleton, Switch } from 'antd'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import type { GrantNode } from '#contracts/platform/access/permissions.nodes.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useUnsaved } from '../../../kit/platform/unsaved.ts'
import { GrantBranch } from './grant-branch.tsx'
import { useGrants, type GrantTarget } from './grant-targets.ts'
import { changesOf, found, indexOf, ticked } from './grant-tree.ts'
import './permissions.css'

const RuleChoice = lazy(() => import('./rule-choice.tsx'))
const NAMES = 12

/**
 * Ticks what a user may do, out of what the granter may: menus, their buttons, and the rules that
 * narrow the rows.
 */
export function GrantPanel({
  target,
  readOnly = false,
  onSaved,
  onChanged,
  effect,
}: {
  target: GrantTarget
  readOnly?: boolean
  onSaved?: () => void
  onChanged?: (changed: boolean) => void
  /** What these grants would change for users, asked before saving; null stops it. */
  effect?: (permissionIds: readonly string[]) => Promise<ReactNode>
}) {
  const t = useT('permissions')
  const confirm = useConfirm()
  const grants = useGrants(target)
  const [edited, setEdited] = useState<ReadonlySet<string> | null>(null)
  const [linked, setLinked] = useState(true)
  const [words, setWords] = useState('')
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const [ruled, setRuled] = useState<GrantNode | null>(null)
  const { data } = grants
  const index = useMemo(() => (data ? indexOf(data.tree, data.ids) : null), [data])
  const stored = useMemo(
    () => new Set(data?.stored.filter((id) => index?.grantable.has(id))),
    [data, index],
  )
  const checked = edited ?? stored
  const changes = index ? changesOf(index, stored, checked) : { added: [], removed: [] }
  const count = changes.added.length + changes.removed.length
  const saved = useUnsaved(count > 0)

  const change = (next: ReadonlySet<string>) => {
    setEdited(next)
    onChanged?.(
      index ? Object.values(changesOf(index, stored, next)).some((list) => list.length > 0) : false,
    )
  }
  if (grants.error) return <ErrorNote error={grants.error} retry={grants.refetch} />
  if (!index || !data) return <Skeleton active paragraph={{ rows: 10 }} />
  if (data.ids.length === 0)
    return (
      <Empty
        kind="nothing"
        title={t(target.kind === 'departRole' ? 'grant.emptyPool' : 'grant.empty')}
      />
    )

  const list = (title: string, nodes: readonly GrantNode[], tone: string) =>
    nodes.length > 0 && (
      <div className="perm-diff" data-tone={tone}>
        <strong>{title}</strong>
        <ul>
          {nodes.slice(0, NAMES).map((node) => (
            <li key={node.key}>
              {node.label}
              {node.perms && <code>{node.perms}</code>}
            </li>
          ))}
          {nodes.length > NAMES && <li>{t('confirm.andMore', { count: nodes.length - NAMES })}</li>}
        </ul>
      </div>
    )
  const save = async () => {
    const consequence = effect ? await effect([...checked]) : undefined
    if (consequence === null) return
    const content = (
      <>
        {consequence}
        {list(t('grant.added', { count: changes.added.length }), changes.added, 'add')}
        {list(t('grant.removed', { count: changes.removed.length }), changes.removed, 'remove')}
      </>
    )
    if (
      (await confirm({ title: t('grant.save', { count }), ok: t('action.save'), content })) === null
    )
      return
    const done = await grants.save({ permissionIds: [...checked], lastpermissionIds: [...stored] })
    if (!done.ok) return
    saved()
    setEdited(null)
    onChanged?.(false)
    onSaved?.()
  }
  const all = [...index.byId.values()]
    .filter((node) => node.children?.some((child) => child.menuType !== 2))
    .map((node) => node.key)
  const shown = found(index, words)
  const open = new Set(all.filter((id) => !collapsed.has(id)))
  return (
    <div className="perm-grants">
      <div className="perm-tools">
        <input
          type="search"
          className="py-input"
          value={words}
          placeholder={t('grant.search')}
          aria-label={t('grant.search')}
          onChange={(event) => setWords(event.target.value)}
        />
        {!readOnly && (
          <label className="perm-switch">
            <Switch size="small" checked={linked} onChange={setLinked} /> {t('grant.linked')}
          </label>
        )}
        <Button
          size="small"
          type="text"
          onClick={() => setCollapsed(collapsed.size < all.length ? new Set(all) : new Set())}
        >
          {t(collapsed.size < all.length ? 'grant.foldAll' : 'grant.unfoldAll')}
        </Button>
        <span className="perm-count">
          {t('grant.count', { on: checked.size, of: index.grantable.size })}
        </span>
      </div>
      {shown?.size === 0 ? (
        <Empty kind="noMatch" />
      ) : (
        <ul className="perm-tree">
          {data.tree
            .filter((node) => shown === null || shown.has(node.key))
            .map((node) => (
              <GrantBranch
                key={node.key}
                node={node}
                t={t}
                state={{
                  index,
                  checked,
                  stored,
                  shown,
                  open,
                  readOnly,
                  tick: (id, on) => change(ticked(index, checked, id, on, { linked, shown })),
                  tickAll: (id, on) =>
                    change(ticked(index, checked, id, on, { linked: true, shown })),
                  toggle: (id) =>
                    setCollapsed(
                      collapsed.has(id)
                        ? new Set([...collapsed].filter((one) => one !== id))
                        : new Set([...collapsed, id]),
                    ),
                  onRules: readOnly || target.kind === 'pack' ? null : setRuled,
                }}
              />
            ))}
        </ul>
      )}
      {!readOnly && (
        <div className="perm-foot">
          <span className="perm-count" aria-live="polite">
            {count > 0
              ? t('grant.changes', { added: changes.added.length, removed: changes.removed.length })
              : ''}
          </span>
          <Button disabled={count === 0} onClick={() => change(stored)}>
            {t('grant.undo')}
          </Button>
          <Button
            type="primary"
            disabled={count === 0}
            loading={grants.busy}
            onClick={() => void save()}
          >
            {t('action.save')}
          </Button>
        </div>
      )}
      <Suspense>
        {ruled && <RuleChoice target={target} node={ruled} onClose={() => setRuled(null)} />}
      </Suspense>
    </div>
  )
}
