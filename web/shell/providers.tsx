import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import 'antd/dist/reset.css'
import 'antd/dist/antd.css'
import { useEffect, useState, type ReactNode } from 'react'
import type { Lang } from '#contracts/kit/envelope.ts'
import { useLang } from '../kit/i18n.ts'
import { queryClient } from '../kit/query.ts'
import { usePhone } from '../kit/use-late.ts'
import '../kit/kit.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notices } from './notices.tsx'
import { useSettings } from './settings.ts'
import './shell.css'
import { themeOf } from './theme.ts'

const locales: Record<Lang, () => Promise<{ default: Locale }>> = { zh_CN: () => import('antd/es/locale/zh_CN'), en_US: () => import('antd/es/locale/en_US') }

/** What every signed-in page stands in: server state, theme, language, notices. */
export function Providers({ children }: { children: ReactNode }) {
  const lang = useLang()
  const { color, colorWeak } = useSettings()
  const touch = usePhone()
  const [locale, setLocale] = useState<Locale>()
  useEffect(() => {
    let wanted = true
    void locales[lang]().then((file) => wanted && setLocale(file.default))
    return () => { wanted = false }
  }, [lang])
  useEffect(() => { document.documentElement.classList.toggle('py-color-weak', colorWeak) }, [colorWeak])
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={themeOf(color, touch)} {...(locale ? { locale } : {})} button={{ autoInsertSpace: false }} componentSize="medium">
        <App className="py-root" message={{ maxCount: 3, top: 12 }} notification={{ placement: 'topRight', maxCount: 4 }}>
          <ErrorBoundary><Notices />{children}</ErrorBoundary>
        </App>
      </ConfigProvider>
    </QueryClientProvider>
  )
}
