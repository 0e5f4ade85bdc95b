import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import { changeLang, useLang, useT } from '../kit/i18n.ts'
import { Logo } from './logo.tsx'
import './user-layout.css'

const NAMES: Record<Lang, string> = { zh_CN: '中文', en_US: 'English' }

/** Where people are before they are signed in: one card, and the language in the footer. Light on purpose: no antd. */
export function UserLayout() {
  const t = useT('session')
  const lang = useLang()
  return (
    <div className="py-user">
      <header><Logo /></header>
      <main><Suspense><Outlet /></Suspense></main>
      <footer>
        <fieldset>
          <legend className="py-hidden">{t('language')}</legend>
          {LANGS.map((key) => (
            <label key={key} lang={key === 'zh_CN' ? 'zh-CN' : 'en'}>
              <input type="radio" name="lang" checked={lang === key} onChange={() => void changeLang(key)} />
              {NAMES[key]}
            </label>
          ))}
        </fieldset>
      </footer>
    </div>
  )
}
