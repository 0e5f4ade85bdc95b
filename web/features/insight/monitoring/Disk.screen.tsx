import { Button } from 'antd'
import { useState } from 'react'
import { monitoring } from '#contracts/insight/monitoring.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { useRightsCheck } from '../../../kit/session/permissions.tsx'
import { useT } from '../../../kit/text/i18n.ts'
import { BoardView } from './board-view.tsx'

const [LEAST, MOST] = [50, 99]

/** Volumes, database and files, and from when on operators get a notice. */
export default function Disk({ title }: { title: string }) {
  const may = useRightsCheck()
  return (
    <BoardView
      title={title}
      call={monitoring.disk}
      actions={({ facts }) =>
        may(monitoring.setDiskAlarm) && (
          <Alarm percent={Number(facts.find(({ key }) => key === 'alarm')?.value ?? MOST)} />
        )
      }
    />
  )
}

function Alarm({ percent }: { percent: number }) {
  const t = useT('monitoring')
  const [typed, setTyped] = useState<string | null>(null)
  const save = useAction(monitoring.setDiskAlarm)
  const wanted = Number(typed)
  const fits = Number.isInteger(wanted) && wanted >= LEAST && wanted <= MOST
  const submit = async () => {
    if ((await save.run({ percent: wanted })).ok) setTyped(null)
  }
  return (
    <form
      className="mon-commands"
      onSubmit={(event) => {
        event.preventDefault()
        if (fits) void submit()
      }}
    >
      <label>
        {t('alarm.from')}{' '}
        <input
          className="py-input"
          type="number"
          min={LEAST}
          max={MOST}
          value={typed ?? percent}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />{' '}
        %
      </label>
      <Button htmlType="submit" disabled={typed === null || !fits} loading={save.busy}>
        {t('alarm.save')}
      </Button>
    </form>
  )
}
