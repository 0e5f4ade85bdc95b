import { Button } from 'antd'
import { useState } from 'react'
import { endActing } from '../../kit/session/acting.ts'
import { formatMoment } from '../../kit/form/formats.ts'
import { useT } from '../../kit/text/i18n.ts'
import { mayLeave } from '../../kit/form/unsaved.ts'
import { useWho } from '../../kit/session/who.ts'
import './acting-band.css'

/** Over every page while one acts as somebody else: who that is, until when, and the way back. */
export default function ActingBand() {
  const t = useT('shell')
  const { user } = useWho()
  const [busy, setBusy] = useState(false)
  if (!user?.acting) return null
  const end = async () => {
    if (!(await mayLeave())) return
    setBusy(true)
    await endActing()
  }
  return (
    <div className="py-acting" role="status">
      <span>
        {t('acting.band', { name: user.realname || user.username })}
        <small>
          {t('acting.until', { by: user.acting.by, at: formatMoment(user.acting.until) })}
        </small>
      </span>
      <Button size="small" loading={busy} onClick={() => void end()}>
        {t('acting.end')}
      </Button>
    </div>
  )
}
