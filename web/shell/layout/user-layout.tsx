import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { changeLang, useLang, useT } from '../../kit/text/i18n.ts'
import { htmlLang, LANG_CHOICES, LANG_NAMES } from '../../kit/text/lang.ts'
import { Logo } from './logo.tsx'
import './user-layout.css'

/**
 * Where people are before they are signed in: one card, and the language in the footer. Light on
 * purpose: no antd.
 */
export function UserLayout() {
  const t = useT('session')
  const lang = useLang()
  return (
    <div className="py-user">
      <header>
        <Logo />
      </header>
      <main>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <footer>
        <fieldset>
          <legend className="py-hidden">{t('language')}</legend>
          {LANG_CHOICES.map((key) => (
            <label key={key} lang={htmlLang(key)}>
              <input
                type="radio"
                name="lang"
                checked={lang === key}
                onChange={() => void changeLang(key)}
              />
              {LANG_NAMES[key]}
            </label>
          ))}
        </fieldset>
      </footer>
    </div>
  )
}
