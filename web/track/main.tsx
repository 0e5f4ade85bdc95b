/** @jsxImportSource preact */
import { render } from 'preact'
import type { Lang } from '#contracts/kit/envelope.ts'
import textUrls from 'virtual:track-texts'
import { App } from './app.tsx'
import { chosenLang, setTexts } from './texts.ts'
import type { Texts } from './texts.ts'

async function switchTo(lang: Lang): Promise<void> {
  const response = await fetch(textUrls[lang])
  if (!response.ok) throw new Error(`texts: ${response.status}`)
  setTexts((await response.json()) as Texts)
  document.documentElement.lang = lang.replace('_', '-')
}

const root = document.getElementById('root')
if (root) {
  const lang = chosenLang()
  switchTo(lang).then(
    () => render(<App firstLang={lang} switchTo={switchTo} />, root),
    // Without texts nothing can be said in one language, so it is said in both.
    () =>
      render(
        <p class="no-texts">
          页面加载失败，请检查网络。 The page could not be loaded. <a href={location.href}>重试 Try again</a>
        </p>,
        root,
      ),
  )
}
