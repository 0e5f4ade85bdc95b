import { Alert, Button, Space } from 'antd'
import { twoUsers, type TwoUserKind } from '#contracts/money/two-users.ts'
import { useApi } from '../../../kit/http/query.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { nameOfAccount } from '../../../kit/session/account-names.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** Changes of settings of money that wait for a second user; nothing where none do. */
export function WaitingChanges({
  kind,
  nameOf = (field) => field,
}: {
  kind: TwoUserKind
  nameOf?: (field: string) => string
}) {
  const t = useT('two-users')
  const { data } = useApi(twoUsers.waiting, { kind }, { quiet: true })
  const decide = useAction(twoUsers.decide)
  return (data ?? []).map(({ id, label, changes, askedBy, version }) => (
    <Alert
      key={id}
      type="warning"
      showIcon
      title={`${t('title')}: ${label}`}
      description={
        <>
          <ul>
            {changes.map(({ field, before, after }) => (
              <li key={field}>
                {t('change', {
                  field: nameOf(field),
                  before: before ?? t('empty'),
                  after: after ?? t('empty'),
                })}
              </li>
            ))}
          </ul>
          {t('askedBy', { name: nameOfAccount(askedBy) })} · {t('saved')}
        </>
      }
      action={
        <Space orientation="vertical">
          <Button
            size="small"
            type="primary"
            loading={decide.busy}
            onClick={() =>
              void decide.run({ id, version, approve: true }, null, t('approve.done', { label }))
            }
          >
            {t('approve')}
          </Button>
          <Button
            size="small"
            loading={decide.busy}
            onClick={() =>
              void decide.run({ id, version, approve: false }, null, t('reject.done', { label }))
            }
          >
            {t('reject')}
          </Button>
        </Space>
      }
    />
  ))
}
