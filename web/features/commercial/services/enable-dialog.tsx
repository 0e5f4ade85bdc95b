import { Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { myServices, type MyService } from '#contracts/commercial/services.mine.ts'
import { subAccounts, type SubAccountRow } from '#contracts/platform/people/sub-accounts.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { allowedAfter, isEnabled } from './enabled-services.ts'

const ALL = { pageNo: 1, pageSize: 100 } as const

/** Which sub-accounts may use a service. */
export default function EnableDialog({
  service,
  onClose,
}: {
  service: MyService
  onClose: () => void
}) {
  const t = useT('services')
  const found = useApi(subAccounts.list, ALL, { staleTime: 0 })
  const mine = useApi(myServices.list, {})
  const edit = useAction(subAccounts.edit, { success: false, ownRefusals: true })
  const [changes, setChanges] = useState<Readonly<Record<string, boolean>>>({})
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly string[]>([])
  const rows = found.data?.records ?? []
  const open = mine.data?.map(({ id }) => id) ?? []
  const after = (row: SubAccountRow) =>
    allowedAfter(row.allowedServices, service.id, changes[row.id] ?? false, open)
  const save = async () => {
    setBusy(true)
    const refused: string[] = []
    for (const row of rows) {
      const on = changes[row.id]
      if (on === undefined || on === isEnabled(row.allowedServices, service.id)) continue
      const done = await edit.run({
        id: row.id,
        version: row.version,
        realname: row.realname,
        allowedServices: after(row) ?? '',
      } as Parameters<typeof edit.run>[0])
      if (!done.ok) refused.push(`${row.realname}: ${done.error.message}`)
    }
    setBusy(false)
    if (refused.length === 0) return onClose()
    setFailed(refused)
    void found.refetch()
  }
  return (
    <Modal
      open
      title={t('enable.title', { name: `${service.code} ${service.name}` })}
      okText={t('enable.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: busy, disabled: !found.data || !mine.data }}
      onOk={() => void save()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('enable.hint')}</p>
      {found.error && <ErrorNote error={found.error} retry={() => void found.refetch()} />}
      {!found.data && !found.error && <Skeleton active />}
      {found.data && rows.length === 0 && <p>{t('enable.none')}</p>}
      <ul className="mine-subs">
        {rows.map((row) => {
          const on = changes[row.id] ?? isEnabled(row.allowedServices, service.id)
          // An empty list means all services: the last one is taken away on the account's own page.
          const last = allowedAfter(row.allowedServices, service.id, false, open) === null
          return (
            <li key={row.id}>
              <Checkbox
                checked={on}
                disabled={on && last}
                onChange={(event) =>
                  setChanges((now) => ({ ...now, [row.id]: event.target.checked }))
                }
              >
                {row.realname} ({row.username})
              </Checkbox>
              {on && last && <small>{t('enable.last')}</small>}
            </li>
          )
        })}
      </ul>
      {failed.length > 0 && (
        <ul className="svc-refused" role="alert">
          {failed.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
