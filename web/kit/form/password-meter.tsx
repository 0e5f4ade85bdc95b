import {
  passwordFlaw,
  passwordStrength,
  type PasswordMode,
} from '#contracts/platform/session/passwords.ts'
import { useT } from '../text/i18n.ts'
import './password-meter.css'

/** The rule in words and how strong the typed password is; `words`: names it must not hold. */
export function PasswordMeter({
  password,
  mode,
  words = [],
}: {
  password: string
  mode: PasswordMode
  words?: readonly (string | null | undefined)[]
}) {
  const t = useT('passwords')
  const names = words.filter((word) => typeof word === 'string')
  const strength = passwordStrength(password, names)
  const flaw = passwordFlaw(password, { mode, words: names })
  return (
    <span className="py-meter">
      <span className="py-meter-bar" data-strength={strength} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={strength >= step || undefined} />
        ))}
      </span>
      <span role="status" className="py-meter-word">
        {strength > 0 && <strong data-strength={strength}>{t(`strength.${strength}`)}</strong>}{' '}
        {flaw === 'common' || flaw === 'personal' || flaw === 'tooLong'
          ? t(`flaw.${flaw}`)
          : t(`rule.${mode}`)}
      </span>
    </span>
  )
}
