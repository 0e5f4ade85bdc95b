import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Drawer, Form, Input } from 'antd'
import { Suspense, useState } from 'react'
import { nameOf } from '#contracts/kit/names.ts'
import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { Empty, ErrorNote } from '../../../kit/platform/empty.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { GrantPanel } from '../permissions/index.ts'
import { usePackEffect } from './use-pack-effect.tsx'
import './tenants.css'

interface Pack {
  id: string
  name: string
  nameEn: string | null
  remark: string | null
  version: number
}

/** The feature packs tenants can have: named, filled from the tree of menus and buttons. */
export default function PacksDrawer({ onClose }: { onClose: () => void }) {
  const t = useT('tenants')
  const lang = useLang()
  const confirm = useConfirm()
  const mayEdit = useCan(tenantPacks.save)
  const [named, setNamed] = useState<Pack | 'new' | null>(null)
  const [filled, setFilled] = useState<Pack | null>(null)
  const found = useApi(tenantPacks.list, {}, { staleTime: 0 })
  const remove = useAction(tenantPacks.delete)
  useKeys({ Escape: () => (named === null ? onClose() : setNamed(null)) }, { modal: true })
  const askDelete = async ({ id, name }: Pack) => {
    if (
      (await confirm({
        title: t('pack.delete.title', { name }),
        content: t('pack.delete.note'),
        ok: t('pack.delete'),
        danger: true,
      })) !== null
    )
      await remove.run({ id })
  }
  return (
    <Drawer
      open
      size={640}
      title={t('packs.manage')}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: named === null }}
      rootClassName="py-drawer"
      extra={
        mayEdit && (
          <Button icon={<PlusOutlined />} onClick={() => setNamed('new')}>
            {t('pack.new')}
          </Button>
        )
      }
    >
      <p className="py-hint">{t('packs.note')}</p>
      {named === 'new' && <PackForm of={null} onDone={() => setNamed(null)} />}
      {found.isError && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {found.data?.length === 0 && named === null && <Empty kind="nothing" />}
      <ul className="tnt-people">
        {found.data?.map((pack) => (
          <li key={pack.id}>
            {named !== null && named !== 'new' && named.id === pack.id ? (
              <PackForm key={pack.id} of={named} onDone={() => setNamed(null)} />
            ) : (
              <>
                <span>
                  {nameOf(pack, lang, 'name')}
                  <small>{t('pack.counts', { entries: pack.entries, count: pack.tenants })}</small>
                  {pack.remark && <small>{pack.remark}</small>}
                </span>
                <Button size="small" onClick={() => setFilled(pack)}>
                  {t('pack.entries')}
                </Button>
                {mayEdit && (
                  <>
                    <Button
                      size="small"
                      icon={<EditOutlined />}
                      aria-label={`${t('pack.edit')} ${pack.name}`}
                      onClick={() => setNamed(pack)}
                    />
                    <Button
                      size="small"
                      danger
                      icon={<DeleteOutlined />}
                      aria-label={`${t('pack.delete')} ${pack.name}`}
                      disabled={pack.tenants > 0}
                      title={pack.tenants > 0 ? t('pack.used') : undefined}
                      loading={remove.busy}
                      onClick={() => void askDelete(pack)}
                    />
                  </>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {filled && <Entries of={filled} readOnly={!mayEdit} onClose={() => setFilled(null)} />}
    </Drawer>
  )
}

function Entries({
  of: { id, name },
  readOnly,
  onClose,
}: {
  of: Pack
  readOnly: boolean
  onClose: () => void
}) {
  const t = useT('tenants')
  const confirm = useConfirm()
  const effectOf = usePackEffect()
  const words = useT('permissions')
  const [changed, setChanged] = useState(false)
  const close = async () => {
    const leave = { title: words('grant.leave'), ok: words('grant.leaveOk'), danger: true }
    if (!changed || (await confirm(leave)) !== null) onClose()
  }
  useKeys({ Escape: () => void close() }, { modal: true })
  return (
    <Drawer
      open
      size={760}
      title={`${t('pack.entries')} · ${name}`}
      onClose={() => void close()}
      keyboard={false}
      mask={{ closable: !changed }}
      rootClassName="py-drawer perm-drawer"
    >
      <Suspense>
        <GrantPanel
          target={{ kind: 'pack', id }}
          readOnly={readOnly}
          onChanged={setChanged}
          effect={(permissionIds) => effectOf({ packId: id, permissionIds })}
        />
      </Suspense>
    </Drawer>
  )
}

function PackForm({ of, onDone }: { of: Pack | null; onDone: () => void }) {
  const t = useT('tenants')
  const save = useAction(tenantPacks.save, { ownRefusals: true })
  const valuesOf = (row: object) => {
    const { name = '', nameEn = null, remark = null } = row as Partial<Pack>
    return { name, nameEn, remark }
  }
  const entry = useEntry({
    name: 'pack',
    draft: null,
    start: valuesOf(of ?? {}),
    version: of?.version,
    valuesOf,
    save: (values, version) =>
      save.run({ ...values, ...(of ? { id: of.id, version: Number(version) } : {}) }),
    onSaved: onDone,
    label: (path) => (t.has(`pack.${path}`) ? t(`pack.${path}`) : null),
    fields: ['name', 'nameEn', 'remark'],
  })
  return (
    <Form {...entry.props} className="tnt-invite">
      {entry.notes}
      <Form.Item
        name="name"
        label={t('pack.name')}
        required
        rules={[{ required: true, whitespace: true, message: t('field.required') }]}
      >
        <Input autoFocus maxLength={60} />
      </Form.Item>
      <Form.Item name="nameEn" label={t('pack.nameEn')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="remark" label={t('pack.remark')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <div className="py-drawer-footer">
        <Button onClick={onDone}>{t('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={entry.busy}>
          {t('action.save')}
        </Button>
      </div>
    </Form>
  )
}
