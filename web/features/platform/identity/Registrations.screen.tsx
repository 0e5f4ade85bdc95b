import { CheckOutlined, StopOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import {
  REGISTRATION_MODES,
  registrationList,
  registrations,
  type RegistrationMode,
} from '#contracts/platform/session/identity.ts'
import type { RowOf } from '#contracts/kit/entity.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { useAction } from '../../../kit/http/use-action.ts'

type Row = RowOf<typeof registrationList>

/** Who asked to become a customer, and the decision on them; next to it whether registration is open. */
export default function Registrations() {
  const t = useT('registrations')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const mode = useApi(registrations.mode, {})
  const saveMode = useAction(registrations.saveMode)
  const approve = useAction(registrations.approve, {
    success: t('approve.done'),
  })
  const refuse = useAction(registrations.refuse, {
    success: t('refuse.done'),
  })
  const decides = may(registrations.approve)
  /** As the decision goes out: by mail where there is an address, else by SMS. */
  const channelOf = (row: Row) => (row.email ? 'email' : 'sms')
  const hears = (row: Row) => mode.data?.channels[channelOf(row)] ?? true
  const company = (row: Row) => String(row.company ?? row.username)

  const askToApprove = async (row: Row) => {
    if (
      (await confirm({
        title: t('approve.title', { company: company(row) }),
        ok: t('approve'),
        content: t(hears(row) ? 'approve.text' : 'approve.text.unsent', {
          username: String(row.username),
          channel: t(`channel.${channelOf(row)}`),
        }),
      })) === null
    )
      return
    await approve.run({ id: row.id, version: row.version })
  }
  const askToRefuse = async (row: Row) => {
    const reason = await confirm({
      title: t('refuse.title', { company: company(row) }),
      ok: t('refuse'),
      content: t(hears(row) ? 'refuse.reason' : 'refuse.reason.unsent', {
        channel: t(`channel.${channelOf(row)}`),
      }),
      danger: true,
      reason: true,
    })
    if (reason) await refuse.run({ id: row.id, version: row.version, reason })
  }
  const rowActions = (row: Row): RowAction[] => {
    const blocked = row.state === 'pending' ? null : t('decided')
    return decides
      ? [
          {
            key: 'approve',
            label: t('approve'),
            icon: <CheckOutlined />,
            blocked,
            onClick: () => void askToApprove(row),
          },
          {
            key: 'refuse',
            label: t('refuse'),
            icon: <StopOutlined />,
            danger: true,
            blocked,
            onClick: () => void askToRefuse(row),
          },
        ]
      : []
  }
  return (
    <ResourceScreen
      of={registrationList}
      rowActions={rowActions}
      columns={[
        'createTime',
        'company',
        'username',
        'realname',
        'phone',
        'email',
        'state',
        'reason',
      ]}
      toolbar={() => (
        <Select<RegistrationMode>
          aria-label={t('mode')}
          prefix={t('mode')}
          value={mode.data?.mode ?? null}
          disabled={!decides || !mode.data}
          loading={saveMode.busy}
          popupMatchSelectWidth={false}
          options={REGISTRATION_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={(value) => void saveMode.run({ mode: value })}
        />
      )}
    />
  )
}
