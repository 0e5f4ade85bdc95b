import { useState, type ComponentProps } from 'react'
import { useT } from '../text/i18n.ts'

/** A password, which may be looked at before it is sent. */
export function PasswordField({
  id,
  label,
  ...input
}: { id: string; label?: string } & Omit<ComponentProps<'input'>, 'id' | 'type'>) {
  const t = useT('session')
  const [shown, setShown] = useState(false)
  const [caps, setCaps] = useState(false)
  return (
    <>
      <label htmlFor={id}>{label ?? t('password')}</label>
      <span className="py-password">
        <input
          name="password"
          autoComplete="current-password"
          maxLength={128}
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
        />
        <button
          type="button"
          aria-label={t(shown ? 'password.hide' : 'password.show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 18 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.4"
            aria-hidden
          >
            <path d="M1.5 9S4.2 3.8 9 3.8 16.5 9 16.5 9 13.8 14.2 9 14.2 1.5 9 1.5 9Z" />
            <circle cx="9" cy="9" r="2.3" />
            {!shown && <path d="m3 15 12-12" />}
          </svg>
        </button>
      </span>
      {caps && <small className="py-caps">{t('password.caps')}</small>}
    </>
  )
}
