import { createRoot } from 'react-dom/client'
import { startTexts } from './kit/text/i18n.ts'
import { hasToken } from './kit/session/session.ts'
import { Root, startShell } from './router.tsx'
import { StartFailed } from './shell/start-failed.tsx'
import './shell/layout/base.css'

/** No `await` at the top of a file: with one anywhere the bundler merges no small files. */
async function start(): Promise<void> {
  startShell()
  const failed: unknown = await startTexts(['common', hasToken() ? 'shell' : 'session']).then(
    () => null,
    (error: unknown) => error,
  )
  const root = document.getElementById('root')
  if (root) createRoot(root).render(failed ? <StartFailed error={failed} /> : <Root />)
}
void start()
