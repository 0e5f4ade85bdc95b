import { Button } from 'antd'
import { accountSecurity, type OwnSession } from '#contracts/platform/session/account-security.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { deviceOf } from '../../../kit/session/device.ts'
import { Section } from './settings-page.tsx'

/** Where one is signed in, and the way to end it. */
export function Sessions() {
  const t = useT('account')
  const confirm = useConfirm()
  const list = useApi(accountSecurity.sessions, {})
  const end = useAction(accountSecurity.endSession, {
    success: t('sessions.ended'),
  })
  const endOthers = useAction(accountSecurity.endOthers, {
    success: t('sessions.ended'),
  })

  const others = list.data?.filter(({ current }) => !current) ?? []
  const endAll = async () => {
    if (
      (await confirm({
        title: t('sessions.endOthers.title', { count: others.length }),
        content: t('sessions.endOthers.text'),
        ok: t('sessions.endOthers'),
        danger: true,
      })) !== null
    )
      await endOthers.run({})
  }
  const wayOf = ({ way }: OwnSession) => (t.has(`way.${way}`) ? t(`way.${way}`) : way)
  return (
    <Section
      title={t('sessions.title')}
      note={t('sessions.note')}
      actions={
        others.length > 0 && (
          <Button danger loading={endOthers.busy} onClick={() => void endAll()}>
            {t('sessions.endOthers')}
          </Button>
        )
      }
    >
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      <ul className="acc-rows">
        {list.data?.map((one) => (
          <li key={one.id}>
            <div title={one.userAgent ?? undefined}>
              {deviceOf(one.userAgent) ?? t('sessions.unknown')}
              <small>{[one.ip, wayOf(one), one.tenant].filter(Boolean).join(' · ')}</small>
              <small>
                {t('sessions.times', {
                  since: formatMoment(one.createdAt),
                  seen: formatMoment(one.seenAt),
                })}
              </small>
              {one.actor && (
                <small>
                  {t('sessions.acting', { actor: one.actor, reason: one.reason ?? '' })}
                </small>
              )}
            </div>
            {one.current ? (
              <StatusTag tone="done">{t('sessions.current')}</StatusTag>
            ) : (
              <Button loading={end.busy} onClick={() => void end.run({ id: one.id })}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
