import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import en_US from 'antd/es/locale/en_US'
import zh_CN from 'antd/es/locale/zh_CN'
import 'antd/dist/reset.css'
import 'antd/dist/antd.css'
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useLang } from '../kit/text/i18n.ts'
import { queryClient } from '../kit/http/query.ts'
import { usePhone, useReducedMotion } from '../kit/platform/use-timing.ts'
import '../kit/kit.css'
import '../kit/platform/theme/colour-weak.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notices } from './notices/notices.tsx'
import { useUiSettings } from '../kit/session/ui-settings.ts'
import { NewRecord } from '../kit/form/choices/new-record.ts'
import './layout/shell.css'
import { TOKENS_AT, themeOf } from './settings/theme.ts'
import { onceSettled } from '../kit/http/when-idle.ts'
import { onFeedbackNeeded } from '../kit/http/feedback.ts'

const RefNew = lazy(() => import('../kit/resource/ref-new.tsx'))
const ANTD_TEXTS = { zh_CN, en_US }

/** What every signed-in page stands in: server state, theme, language, notices. */
export function Providers({ children }: { children: ReactNode }) {
  const lang = useLang()
  const { color, colorWeak, density } = useUiSettings()
  const touch = usePhone()
  const still = useReducedMotion()
  useEffect(() => {
    document.documentElement.classList.toggle('py-color-weak', colorWeak)
  }, [colorWeak])
  useEffect(() => {
    document.documentElement.dataset.density = density
  }, [density])
  const theme = useMemo(() => {
    const made = themeOf(color, touch, density === 'compact', colorWeak)
    // The stylesheet has no transitions then (base.css): their ends must not be waited for.
    return still ? { ...made, token: { ...made.token, motion: false } } : made
  }, [color, touch, density, colorWeak, still])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        theme={theme}
        locale={ANTD_TEXTS[lang]}
        button={{ autoInsertSpace: false }}
        componentSize="medium"
      >
        <div className={`ant-app py-root ${TOKENS_AT}`}>
          <ErrorBoundary>
            <Notices />
            <Feedback />
            <NewRecord value={RefNew}>{children}</NewRecord>
          </ErrorBoundary>
        </div>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

const Host = lazy(() => import('../kit/platform/feedback-host.tsx'))

/**
 * Brings messages and dialogs to the page when first wanted, else soon after the page is there:
 * when the network breaks it is too late to fetch the message.
 */
export function Feedback() {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    const off = [onceSettled(() => setIsNeeded(true)), onFeedbackNeeded(() => setIsNeeded(true))]
    return () => {
      for (const end of off) end()
    }
  }, [])
  return isNeeded ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null
}
