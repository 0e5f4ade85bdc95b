import { Button } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import {
  accountSecurity,
  API_KEYS_MAX,
  type ApiKey,
} from '#contracts/platform/session/account-security.ts'
import { useConfirm } from '../../../kit/platform/confirm.tsx'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatDay, formatMoment } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useApi } from '../../../kit/http/query.ts'
import { StatusTag } from '../../../kit/platform/status-tag.tsx'
import { useAction } from '../../../kit/http/use-action.ts'
import { Section } from './settings-page.tsx'

const NewKey = lazy(() => import('./api-key-dialog.tsx'))
const over = ({ revokedAt, expiresAt }: ApiKey): 'revoked' | 'expired' | null =>
  revokedAt ? 'revoked' : expiresAt && Date.parse(expiresAt) <= Date.now() ? 'expired' : null

/** Keys for programs that act in the user's name. */
export function ApiKeys() {
  const t = useT('account')
  const confirm = useConfirm()
  const [making, setMaking] = useState(false)
  const list = useApi(accountSecurity.apiKeys, {})
  const revoke = useAction(accountSecurity.revokeApiKey)
  const place = useRef<HTMLDivElement>(null)
  const isMeant = useLocation().hash === '#keys'
  const isRead = list.data !== undefined
  // The palette leads here, and what is above may still grow.
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView({ block: 'start' })
  }, [isMeant, isRead])
  const living = list.data?.filter((one) => over(one) === null).length ?? 0

  const end = async (one: ApiKey) => {
    if (
      (await confirm({
        title: t('keys.revoke.title', { name: one.name }),
        content: t('keys.revoke.text'),
        ok: t('keys.revoke'),
        danger: true,
      })) !== null
    )
      await revoke.run({ id: one.id })
  }
  const facts = (one: ApiKey) => [
    t('keys.scopes', { count: one.scopes.length }),
    one.ips.length > 0 ? one.ips.join(', ') : t('keys.anywhere'),
    one.expiresAt ? t('keys.until', { day: formatDay(one.expiresAt) }) : t('keys.forever'),
    one.lastUsedAt
      ? t('keys.used', { time: formatMoment(one.lastUsedAt), ip: one.lastIp ?? '' })
      : t('keys.unused'),
  ]
  return (
    <Section
      title={t('keys.title')}
      note={
        <>
          {t('keys.note')} <Link to="/account/settings/keys/all">{t('keys.calls')}</Link>
        </>
      }
      actions={
        <Button
          disabled={living >= API_KEYS_MAX}
          title={living >= API_KEYS_MAX ? t('keys.full', { max: API_KEYS_MAX }) : ''}
          onClick={() => setMaking(true)}
        >
          {t('keys.new')}
        </Button>
      }
    >
      <div ref={place} />
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {list.data?.length === 0 && <p className="acc-note">{t('keys.none')}</p>}
      <ul className="acc-rows">
        {list.data?.map((one) => {
          const ended = over(one)
          return (
            <li key={one.id} data-over={ended ?? undefined}>
              <div>
                <strong>{one.name}</strong> <code>{one.shown}</code>
                <small title={one.scopes.join('\n')}>{facts(one).join(' · ')}</small>
              </div>
              {ended ? (
                <StatusTag tone="idle">{t(`keys.${ended}`)}</StatusTag>
              ) : (
                <>
                  <Link to={`/account/settings/keys/${one.id}`}>{t('keys.calls')}</Link>
                  <Button danger onClick={() => void end(one)}>
                    {t('keys.revoke')}
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {making && (
        <Suspense>
          <NewKey onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Section>
  )
}
