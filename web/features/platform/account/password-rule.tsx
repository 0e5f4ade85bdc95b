import { Radio } from 'antd'
import { accountSecurity } from '#contracts/platform/session/account-security.ts'
import { PASSWORD_MODES, type PasswordMode } from '#contracts/platform/session/passwords.ts'
import { useT } from '../../../kit/text/i18n.ts'
import { useAction } from '../../../kit/http/use-action.ts'
import { Section } from './settings-page.tsx'

/** The rule for all passwords in the tenant. */
export function PasswordRule({ mode }: { mode: PasswordMode }) {
  const t = useT('account')
  const save = useAction(accountSecurity.savePasswordRule)
  return (
    <Section title={t('rule.title')} note={t('rule.note')}>
      <Radio.Group
        value={mode}
        disabled={save.busy}
        onChange={(event: { target: { value?: PasswordMode } }) => {
          if (event.target.value) void save.run({ mode: event.target.value })
        }}
        style={{ display: 'grid', gap: 8 }}
      >
        {PASSWORD_MODES.map((one) => (
          <Radio key={one} value={one}>
            {t(`rule.${one}`)}
          </Radio>
        ))}
      </Radio.Group>
    </Section>
  )
}
