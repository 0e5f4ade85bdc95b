import { KeyOutlined, LockOutlined, UnlockOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import {
  subAccountList,
  subAccounts,
  type SubAccountRow,
} from '#contracts/platform/people/sub-accounts.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { DetailList } from '../../../kit/resource/detail-list.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import type { RowAction } from '../../../kit/table/row-actions.tsx'
import { DictTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { UserPicture } from '../../../pickers/user-picture.tsx'
import { useSession } from '../../../kit/session/session.ts'
import { CapUsed } from './cap-used.tsx'
import { Chips } from './chips.tsx'
import type { Once } from './password-once.tsx'
import { useFreeze } from './use-freeze.tsx'
import './users.css'

const SubFormDrawer = lazy(() => import('./sub-form-drawer.tsx'))
const PasswordOnce = lazy(() => import('./password-once.tsx'))

const sub = (row: object) => row as SubAccountRow

/**
 * A customer's own people: made, held to a part of the account's rights, frozen and let go by its
 * main account.
 */
export default function SubAccounts() {
  const t = useT('sub-accounts')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const staff = useSession().user?.customerId === null
  const [once, setOnce] = useState<Once | null>(null)
  const [keep, setKeep] = useState<((failed: ReadonlySet<string>) => void) | null>(null)
  const freeze = useFreeze(subAccounts.frozenBatch as never, (failed) => keep?.(failed))
  const reset = useAction(subAccounts.resetPassword, { success: false })
  const askReset = async (row: SubAccountRow) => {
    if (
      (await confirm({
        title: t('reset.title', { name: row.realname }),
        content: t('reset.note'),
        ok: t('reset.ok'),
      })) === null
    )
      return
    const done = await reset.run({ id: row.id })
    if (done.ok) setOnce(done.result)
  }
  const actions = (row: object): RowAction[] => {
    const one = sub(row)
    const frozen = one.status === '2'
    return may(subAccounts.frozenBatch)
      ? [
          {
            key: 'freeze',
            label: t(frozen ? 'unfreeze' : 'freeze'),
            icon: frozen ? <UnlockOutlined /> : <LockOutlined />,
            onClick: () => {
              setKeep(null)
              void freeze.ask([one], frozen ? '1' : '2')
            },
          },
          {
            key: 'reset',
            label: t('reset'),
            icon: <KeyOutlined />,
            onClick: () => void askReset(one),
          },
        ]
      : []
  }
  return (
    <>
      <ResourceScreen
        of={subAccountList}
        columns={[
          'realname',
          'username',
          ...(staff ? ['customerId', 'main'] : []),
          'phone',
          'email',
          'rights',
          'cap',
          'status',
          'lastLoginTime',
        ]}
        rowActions={actions}
        {...(staff ? {} : { fixed: {} })}
        cells={{
          realname: (row) => (
            <span className="usr-name">
              <UserPicture path={sub(row).avatar} name={sub(row).realname} size={24} />
              <span>{sub(row).realname}</span>
            </span>
          ),
          main: (row) => sub(row).parentUserId_dictText,
          rights: (row) => (
            <span className="py-num">{t('rights.count', { count: sub(row).perms.length })}</span>
          ),
          cap: (row) => <CapUsed row={sub(row)} />,
          status: (row) => (
            <DictTag code="user_status" value={sub(row).status} text={sub(row).status_dictText} />
          ),
        }}
        rowTone={(row) => (sub(row).status === '2' ? 'warning' : undefined)}
        actions={(selection) =>
          may(subAccounts.frozenBatch) && (
            <>
              <Button
                icon={<LockOutlined />}
                loading={freeze.busy}
                onClick={() => {
                  setKeep(() => selection.keepOnly)
                  void freeze.ask(selection.rows.map(sub), '2')
                }}
              >
                {t('freeze')}
              </Button>
              <Button
                icon={<UnlockOutlined />}
                loading={freeze.busy}
                onClick={() => {
                  setKeep(() => selection.keepOnly)
                  void freeze.ask(selection.rows.map(sub), '1')
                }}
              >
                {t('unfreeze')}
              </Button>
            </>
          )
        }
        form={({ id, close }) => (
          <SubFormDrawer
            key={id ?? 'new'}
            id={id}
            staff={staff}
            onClose={close}
            onSaved={setOnce}
          />
        )}
        detailActs
        detail={(row) => <Detail row={sub(row)} />}
      />
      {freeze.sheet}
      <Suspense>{once && <PasswordOnce of={once} onClose={() => setOnce(null)} />}</Suspense>
    </>
  )
}

function Detail({ row }: { row: SubAccountRow }) {
  const t = useT('sub-accounts')
  const choices = useApi(
    subAccounts.choices,
    { parentUserId: row.parentUserId },
    { staleTime: 60_000, quiet: true },
  )
  const named = (ids: string, all: readonly { value: string; text: string }[] | undefined) =>
    ids
      .split(',')
      .filter(Boolean)
      .map((id) => all?.find((one) => one.value === id)?.text ?? id)
      .join(',')
  const words = row.perms
    .map((code) => choices.data?.perms.find((one) => one.code === code))
    .map((one, at) => (one ? `${one.menu} › ${one.name}` : (row.perms[at] ?? '')))
  return (
    <DetailList
      columns={2}
      items={[
        { key: 'username', label: t('username'), value: row.username },
        {
          key: 'status',
          label: t('status'),
          value: <DictTag code="user_status" value={row.status} text={row.status_dictText} />,
        },
        { key: 'phone', label: t('phone'), value: row.phone },
        { key: 'telephone', label: t('telephone'), value: row.telephone },
        { key: 'depart', label: t('depart'), value: row.depart },
        { key: 'workNo', label: t('workNo'), value: row.workNo },
        { key: 'nickname', label: t('nickname'), value: row.nickname },
        { key: 'email', label: t('email'), value: row.email },
        {
          key: 'main',
          label: t('main'),
          value: `${row.customerId_dictText} · ${row.parentUserId_dictText}`,
        },
        {
          key: 'last',
          label: t('lastLoginTime'),
          value: row.lastLoginTime && <Moment at={row.lastLoginTime} />,
        },
        {
          key: 'services',
          label: t('allowedServices'),
          value: row.allowedServices ? (
            <Chips text={named(row.allowedServices, choices.data?.services)} />
          ) : (
            t('everything')
          ),
          wide: true,
        },
        {
          key: 'depots',
          label: t('allowedDepots'),
          value: row.allowedDepots ? (
            <Chips text={named(row.allowedDepots, choices.data?.depots)} />
          ) : (
            t('everything')
          ),
          wide: true,
        },
        { key: 'cap', label: t('cap'), value: <CapUsed row={row} /> },
        { key: 'perms', label: t('rights'), value: <Chips text={words.join(',')} />, wide: true },
      ]}
    />
  )
}
