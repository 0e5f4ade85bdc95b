import { Button } from 'antd'
import { useState } from 'react'
import { endImpersonation } from '../../kit/platform/impersonation.ts'
import { formatMoment } from '../../kit/text/formats.ts'
import { useT } from '../../kit/text/i18n.ts'
import { mayLeave } from '../../kit/platform/unsaved.ts'
import { useSession } from '../../kit/session/session.ts'
import './impersonation-band.css'

/** Over every page while a user acts as another: who that is, until when, and the way back. */
export default function ImpersonationBand() {
  const t = useT('shell')
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  if (!user?.acting) return null
  const end = async () => {
    if (!(await mayLeave())) return
    setBusy(true)
    await endImpersonation()
  }
  return (
    <div className="py-impersonation" role="status">
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
