import { SHARE_VIEW, savedViews } from '#contracts/platform/people/saved-views.ts'
import type { MenuItems } from '../../platform/menu/open-menu.tsx'
import { useConfirm } from '../../platform/confirm.tsx'
import { useT } from '../../text/i18n.ts'
import OpenMenu from '../../platform/menu/open-menu.tsx'
import { useCan } from '../../session/permissions.tsx'
import { useAction } from '../../http/use-action.ts'
import type { List } from '../list.ts'
import type { SavedView, Views } from './use-views.ts'

interface ViewMenuProps<R> {
  view: SavedView
  list: List<R>
  views: Views
  onSave: (of: SavedView | null) => void
  onClose: () => void
}
/** What can be done with the open view. Only its owner changes it; every user may store a copy. */
export default function ViewMenu<R>({ view, list, views, onSave, onClose }: ViewMenuProps<R>) {
  const t = useT('lists')
  const confirm = useConfirm()
  const mayShare = useCan(SHARE_VIEW)
  const edit = useAction(savedViews.edit)
  const remove = useAction(savedViews.delete)
  const change = (changes: { state?: SavedView['state']; shared?: boolean }) =>
    edit.run({ id: view.id, version: view.version, ...changes })

  const update = async () => {
    const done = await change({
      state: {
        filters: list.state.filters,
        sort: list.state.sort,
        columns: plainColumns(views.columns),
      },
    })
    if (done.ok) views.resetColumns()
  }
  const drop = async () => {
    const sure = await confirm({
      title: t('views.delete.ask', { name: view.name }),
      ok: t('action.delete'),
      danger: true,
      ...(view.shared ? { content: t('views.delete.shared') } : {}),
    })
    if (sure === null || !(await remove.run({ id: view.id })).ok) return
    views.resetColumns()
    if (views.usual === view.id) views.setUsual(null)
    list.show({ filters: list.state.filters, sort: list.state.sort, view: null })
  }
  const usual = views.usual === view.id
  const items: MenuItems = [
    ...(view.mine && views.changed
      ? [{ key: 'update', label: t('views.update'), onClick: () => void update() }]
      : []),
    ...(views.changed
      ? [
          {
            key: 'back',
            label: t('views.back'),
            onClick: () => {
              views.resetColumns()
              views.open(view)
            },
          },
        ]
      : []),
    { key: 'copy', label: t('views.saveAs'), onClick: () => onSave(null) },
    ...(view.mine
      ? [{ key: 'rename', label: t('views.rename'), onClick: () => onSave(view) }]
      : []),
    {
      key: 'usual',
      label: t(usual ? 'views.notUsual' : 'views.usual'),
      onClick: () => views.setUsual(usual ? null : view.id),
    },
    ...(view.mine && (view.shared || mayShare)
      ? [
          {
            key: 'share',
            label: t(view.shared ? 'views.unshare' : 'views.share'),
            onClick: () => void change({ shared: !view.shared }),
          },
        ]
      : []),
    ...(view.mine
      ? [
          { type: 'divider' as const },
          { key: 'delete', danger: true, label: t('action.delete'), onClick: () => void drop() },
        ]
      : []),
  ]
  return <OpenMenu items={items} onClose={onClose} />
}

/**
 * Columns as the server takes them; null where nothing was chosen, so that each user's own apply.
 */
export function plainColumns({
  order,
  hidden,
  shown,
  pinned,
  width,
}: Views['columns']): SavedView['state']['columns'] {
  const keys = (list: readonly string[] | undefined) => (list?.length ? [...list] : undefined)
  const stored = {
    order: keys(order),
    hidden: keys(hidden),
    shown: keys(shown),
    pinned: keys(pinned),
    width: width && Object.keys(width).length > 0 ? { ...width } : undefined,
  }
  return Object.values(stored).some((value) => value !== undefined) ? stored : null
}
