import { Button, Drawer, Form } from 'antd'
import { nameOf } from '#contracts/kit/names.ts'
import { tenantPacks } from '#contracts/platform/operations/tenant-packs.ts'
import { Num } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useKeys } from '../../../kit/platform/use-keys.ts'
import { ChoiceInput } from '../../../kit/form/choices/choice-input.tsx'
import { useEntry } from '../../../kit/form/use-entry.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useLang, useT } from '../../../kit/text/i18n.ts'
import { usePackEffect } from './use-pack-effect.tsx'
import './tenants.css'

export interface Plan {
  id: string
  name: string
  version: number
  packIds: readonly string[]
  endDate: string | null
  users: string
  orders: string
}

/** What a tenant has of the product, until when, and how much it uses. */
export default function PlanDrawer({ of, onClose }: { of: Plan; onClose: () => void }) {
  const t = useT('tenants')
  const lang = useLang()
  const confirm = useConfirm()
  const effectOf = usePackEffect()
  const packs = useApi(tenantPacks.list, {})
  const assign = useAction(tenantPacks.assign, { ownRefusals: true })
  useKeys({ Escape: onClose }, { modal: true })
  const { id, name } = of
  const entry = useEntry<{ packIds: string[] }>({
    name: 'plan',
    draft: null,
    start: { packIds: [...of.packIds] },
    version: of.version,
    valuesOf: (row) => ({ packIds: row.packIds as string[] }),
    save: (values, version) => assign.run({ id, version: Number(version), ...values }),
    onSaved: onClose,
    label: (path) => (path === 'packIds' ? t('packs') : null),
    fields: ['packIds'],
  })
  const ask = async () => {
    const { packIds } = entry.form.getFieldsValue()
    const effect = await effectOf({ tenantId: id, packIds })
    if (effect === null) return
    const content = packIds.length === 0 ? <p>{t('plan.save.all')}</p> : effect
    if (
      (await confirm({
        title: t('plan.save.title', { name }),
        content,
        ok: t('action.save'),
        danger: packIds.length > 0,
      })) !== null
    )
      entry.form.submit()
  }
  return (
    <Drawer
      open
      size={480}
      title={t('plan.title', { name })}
      onClose={onClose}
      keyboard={false}
      mask={{ closable: !entry.changed }}
      rootClassName="py-drawer"
      footer={
        <div className="py-drawer-footer">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            disabled={!entry.changed || !packs.data}
            loading={entry.busy}
            onClick={() => void ask()}
          >
            {t('action.save')}
          </Button>
        </div>
      }
    >
      <dl className="tnt-plan">
        <dt>{t('plan.until')}</dt>
        <dd>{of.endDate ?? t('plan.unlimited')}</dd>
        <dt>{t('users')}</dt>
        <dd>
          <Num value={of.users} />
        </dd>
        <dt>{t('orders')}</dt>
        <dd>
          <Num value={of.orders} />
        </dd>
      </dl>
      {packs.isError && <ErrorNote error={packs.error} retry={() => void packs.refetch()} />}
      {packs.data && (
        <Form {...entry.props}>
          {entry.notes}
          <Form.Item name="packIds" label={t('packs')} extra={t('plan.packs.help')}>
            <ChoiceInput
              many
              options={packs.data.map((pack) => ({
                value: pack.id,
                label: nameOf(pack, lang, 'name'),
                disabled: pack.entries === 0,
              }))}
            />
          </Form.Item>
        </Form>
      )}
    </Drawer>
  )
}
