import { Button } from 'antd'
import { users } from '#contracts/platform/people/users.calls.ts'
import { Moment } from '../../../kit/platform/cells.tsx'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { deviceOf } from '../../../kit/session/device.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useCan } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'

/** Where a user is signed in now, and when they came before. */
export function Activity({ id, name }: { id: string; name: string }) {
  const t = useT('users')
  const confirm = useConfirm()
  const mayEnd = useCan(users.endSessions)
  const found = useApi(users.activity, { id }, { quiet: true })
  const end = useAction(users.endSessions)
  if (!found.data) return null
  const { sessions, signIns } = found.data
  const ask = async () => {
    if (
      (await confirm({
        title: t('sessions.endAll', { name }),
        content: t('sessions.endNote'),
        ok: t('sessions.endCount', { count: sessions.length }),
        danger: true,
      })) !== null
    )
      await end.run({ id })
  }
  return (
    <>
      <section className="usr-part">
        <header>
          <h2>{t('sessions.title', { count: sessions.length })}</h2>
          {mayEnd && sessions.length > 0 && (
            <Button size="small" danger loading={end.busy} onClick={() => void ask()}>
              {t('sessions.end')}
            </Button>
          )}
        </header>
        {sessions.length === 0 && <p className="py-none">{t('sessions.none')}</p>}
        <ul className="usr-lines">
          {sessions.map((one) => (
            <li key={one.id} title={one.userAgent ?? ''}>
              <span>
                {deviceOf(one.userAgent) ?? t('sessions.unknown')}
                <small>{one.ip}</small>
              </span>
              <small>
                {t('sessions.seen')} <Moment at={one.seenAt} />
              </small>
            </li>
          ))}
        </ul>
      </section>
      <section className="usr-part">
        <header>
          <h2>{t('signIns.title')}</h2>
        </header>
        {signIns.length === 0 && <p className="py-none">{t('signIns.none')}</p>}
        <ul className="usr-lines">
          {signIns.slice(0, 10).map((one) => (
            <li key={one.id}>
              <span>
                <StatusTag tone={one.outcome === 'ok' ? 'done' : 'bad'}>
                  {t(one.outcome === 'ok' ? 'signIns.ok' : 'signIns.failed')}
                </StatusTag>
                <small>{one.ip}</small>
              </span>
              <Moment at={one.at} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
