import { createRoot } from 'react-dom/client'
import { startTexts } from './kit/i18n.ts'
import { Root } from './router.tsx'
import './shell/base.css'

await startTexts(['common', 'session'])
const root = document.getElementById('root')
if (root) createRoot(root).render(<Root />)
