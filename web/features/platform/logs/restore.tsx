import { RollbackOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { dataLogs, type DataLogRow } from '#contracts/platform/operations/logs.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'

/**
 * Puts the older version back into the record, which is edited by it. A user who edited it meanwhile
 * is not overwritten.
 */
export function Restore({ older, newest }: { older: DataLogRow; newest: DataLogRow }) {
  const t = useT('logs')
  const confirm = useConfirm()
  const run = useAction(dataLogs.restore, {
    success: t('data.restored', { version: older.dataVersion }),
  })
  const ask = async () => {
    if (
      (await confirm({
        title: t('data.restoreTitle', { version: older.dataVersion }),
        content: t('data.restoreNote'),
        ok: t('data.restore'),
      })) !== null
    )
      await run.run({ id: older.id, version: Number(newest.dataVersion) })
  }
  return (
    <p className="log-restore">
      <Button icon={<RollbackOutlined />} loading={run.busy} onClick={() => void ask()}>
        {t('data.restore')}
      </Button>
    </p>
  )
}
