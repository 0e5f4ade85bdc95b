import { Button } from 'antd'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { ErrorNote } from '../../../kit/platform/empty.tsx'
import { formatDay } from '../../../kit/text/formats.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { openOwnDialog } from '../../../kit/session/own-dialogs.ts'
import { Can } from '../../../kit/session/permissions.tsx'
import { useApi } from '../../../kit/http/query.ts'
import { ApiKeys } from './api-keys.tsx'
import { PasswordRule } from './password-rule.tsx'
import { Sessions } from './sessions.tsx'
import { Section, SettingsPage } from './settings-page.tsx'
import { SecondFactor } from './second-factor.tsx'

const DAY_MS = 86_400_000

/** Password, second factor, where one is signed in, keys for programs. */
export default function SettingsSecurity() {
  const t = useT('account')
  const overview = useApi(accountSecurity.overview, {})
  const own = overview.data
  const days = own?.passwordAt
    ? Math.floor((Date.now() - Date.parse(own.passwordAt)) / DAY_MS)
    : null
  return (
    <SettingsPage page="security">
      {overview.error && <ErrorNote error={overview.error} retry={() => void overview.refetch()} />}
      {own && (
        <>
          <Section
            title={t('security.password')}
            actions={
              <Button onClick={() => openOwnDialog('password')}>{t('password.title')}</Button>
            }
            note={
              days === null
                ? null
                : t(days === 0 ? 'security.password.today' : 'security.password.age', {
                    day: formatDay(own.passwordAt),
                    count: days,
                  })
            }
          />
          <SecondFactor totp={own.totp} />
          <Can action="sys:password:rule">
            <PasswordRule mode={own.mode} />
          </Can>
        </>
      )}
      <Sessions />
      <ApiKeys />
    </SettingsPage>
  )
}
