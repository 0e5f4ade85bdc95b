import { Checkbox } from 'antd'
import { accountList, accounts } from '#contracts/money/accounts.ts'
import { call } from '../../../kit/http/api.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Names, useConfirm } from '../../../kit/platform/confirm.tsx'
import { listOf } from '../../../kit/resource/resource-screen-props.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { accountKind, accountName, type AccountRow } from './account-row.ts'

const LIST = listOf(accountList)

/**
 * Freezes an account or ends that. The customer's other accounts are named: they go on as they are,
 * or are changed with it.
 */
export function useFreeze(): (row: AccountRow) => Promise<void> {
  const t = useT('accounts')
  const confirm = useConfirm()
  const freeze = useAction(accounts.freeze, { success: false })
  return async (row) => {
    const frozen = row.status !== 'frozen'
    const key = frozen ? 'freeze' : 'unfreeze'
    const { customerId } = row
    const found = await call(LIST, { customerId, pageSize: '100' })
    const others = found.records.filter(
      (one) => one.id !== row.id && (one.status === 'frozen') !== frozen,
    )
    let all = false
    const reason = await confirm({
      title: t(`${key}.title`, { account: accountName(row) }),
      ok: t(`action.${key}`),
      reason: true,
      danger: frozen,
      content: (
        <>
          {frozen && <p>{t('freeze.text')}</p>}
          {others.length > 0 && (
            <>
              <p>{t(`${key}.others`)}</p>
              <Names names={others.map(accountKind)} />
              <Checkbox onChange={({ target }) => (all = target.checked)}>
                {t(`${key}.all`, { count: others.length + 1 })}
              </Checkbox>
            </>
          )}
        </>
      ),
    })
    if (reason === null) return
    const also = all ? others.map(({ id, version }) => ({ id, version })) : []
    const named = [accountName(row), ...(all ? others.map(accountKind) : [])].join(t('freeze.and'))
    await freeze.run(
      { id: row.id, version: row.version, frozen, reason, also },
      null,
      t(`${key}.done`, { account: named }),
    )
  }
}
