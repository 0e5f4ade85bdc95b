import { createRoot } from 'react-dom/client'
import { startTexts } from './kit/i18n.ts'
import { hasToken } from './kit/who.ts'
import { Root, startShell } from './router.tsx'
import './shell/base.css'

startShell()
await startTexts(['common', hasToken() ? 'shell' : 'session'])
const root = document.getElementById('root')
if (root) createRoot(root).render(<Root />)
