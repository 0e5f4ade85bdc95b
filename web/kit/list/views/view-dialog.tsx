import { Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import { SHARE_VIEW, savedViews } from '#contracts/platform/people/saved-views.ts'
import { useT } from '../../text/i18n.ts'
import { useCan } from '../../session/permissions.tsx'
import { useAction } from '../../http/use-action.ts'
import type { List } from '../list.ts'
import type { SavedView, Views } from './use-views.ts'
import { plainColumns } from './view-menu.tsx'

/** Keeps the list as it is under a new name, or renames a view (`of`). */
export default function ViewDialog<R>({
  of,
  list,
  views,
  onClose,
}: {
  of: SavedView | null
  list: List<R>
  views: Views
  onClose: () => void
}) {
  const t = useT('lists')
  const mayShare = useCan(SHARE_VIEW)
  const [name, setName] = useState(of?.name ?? '')
  const [shared, setShared] = useState(of?.shared ?? false)
  const [usual, setUsual] = useState(of !== null && views.usual === of.id)
  const add = useAction(savedViews.add, { ownRefusals: true, success: t('views.saved') })
  const edit = useAction(savedViews.edit, { ownRefusals: true, success: t('views.saved') })
  const error = add.error ?? edit.error

  const save = async () => {
    if (name.trim() === '' || add.busy || edit.busy) return
    const done = of
      ? await edit.run({ id: of.id, version: of.version, name, shared })
      : await add.run({
          list: list.name,
          name,
          shared,
          state: {
            filters: list.state.filters,
            sort: list.state.sort,
            columns: plainColumns(views.columns),
          },
        })
    if (!done.ok) return
    if (usual) views.setUsual(done.result.id)
    else if (views.usual === done.result.id) views.setUsual(null)
    // The list is as the new view has it: only its name joins the address.
    if (!of) list.show({ filters: list.state.filters, sort: list.state.sort, view: done.result.id })
    onClose()
  }
  return (
    <Modal
      open
      title={t(of ? 'views.rename' : 'views.save')}
      onCancel={onClose}
      onOk={() => void save()}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      confirmLoading={add.busy || edit.busy}
      okButtonProps={{ disabled: name.trim() === '' }}
      width={420}
    >
      <label className="py-dialog-field">
        <span>{t('views.name')}</span>
        <Input
          autoFocus
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void save()}
          aria-invalid={error !== null}
          {...(error ? { status: 'error' as const, 'aria-describedby': 'py-view-error' } : {})}
        />
      </label>
      {error && (
        <p id="py-view-error" className="py-field-error" role="alert">
          {error.issues[0]?.message ?? error.message}
        </p>
      )}
      {(mayShare || of?.shared) && (
        <p>
          <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
            {t('views.sharedWith')}
          </Checkbox>
        </p>
      )}
      <p>
        <Checkbox checked={usual} onChange={(event) => setUsual(event.target.checked)}>
          {t('views.usual')}
        </Checkbox>
      </p>
      {!of && <p className="py-hint">{t('views.keeps')}</p>}
    </Modal>
  )
}
