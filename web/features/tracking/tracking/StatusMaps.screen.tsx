import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { statusMaps } from '#contracts/tracking/status-maps.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { ResourceScreen } from '../../../kit/resource/resource-screen.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { CourierSelect } from './courier-select.tsx'
import { SubSelect } from './sub-select.tsx'

/**
 * What carriers' codes mean to us. Saving a row reads the stored events of its code again; a whole
 * courier can be read again by hand.
 */
export default function StatusMaps() {
  const t = useT('tracking')
  const may = useRightsCheck()
  const confirm = useConfirm()
  const replay = useAction(tracking.replay, { success: t('map.replayQueued') })
  const ask = async (courier: string) => {
    if (
      (await confirm({ title: t('map.replay', { courier }), content: t('map.replay.note') })) !==
      null
    )
      await replay.run({ courier })
  }
  return (
    <ResourceScreen
      of={statusMaps}
      inputs={{
        sub: (props) => <SubSelect {...props} />,
        courier: (props) => <CourierSelect {...props} />,
      }}
      actions={(selection) => {
        const [courier, ...others] = [...new Set(selection.rows.map((row) => row.courier))]
        return may(tracking.replay) && courier && others.length === 0 ? (
          <Button
            icon={<HistoryOutlined />}
            loading={replay.busy}
            onClick={() => void ask(courier)}
          >
            {t('map.replay', { courier })}
          </Button>
        ) : null
      }}
    />
  )
}
