import type { PasswordMode } from '#contracts/platform/session/passwords.ts'
import { useT } from '../../../kit/text/i18n.ts'

/** The password that replaces a one-time one; plain fields, as the page they stand on. */
export function NewPasswordFields({
  id,
  hidden,
  rule,
}: {
  id: string
  hidden: boolean
  rule: PasswordMode
}) {
  const t = useT('session')
  return (
    <div className="py-sign-fields" hidden={hidden}>
      {(['newpassword', 'again'] as const).map((name) => (
        <div key={name} className="py-sign-fields">
          <label htmlFor={`${id}${name}`}>{t(`renew.${name}`)}</label>
          <input
            id={`${id}${name}`}
            name={name}
            type="password"
            autoComplete="new-password"
            maxLength={128}
            aria-describedby={`${id}rule`}
          />
        </div>
      ))}
      <small className="py-note" id={`${id}rule`}>
        {t(`renew.rule.${rule}`)}
      </small>
      <small className="py-note">{t('renew.note')}</small>
    </div>
  )
}

/** The code of an authenticator, or a recovery code. */
export function CodeFields({ id }: { id: string }) {
  const t = useT('session')
  return (
    <>
      <label htmlFor={`${id}totp`}>{t('totp')}</label>
      <input
        id={`${id}totp`}
        name="totp"
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        aria-describedby={`${id}totpnote`}
      />
      <small className="py-note" id={`${id}totpnote`}>
        {t('totp.note')}
      </small>
    </>
  )
}
