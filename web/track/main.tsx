/** @jsxImportSource preact */
import { render } from 'preact'
import type { Lang } from '#contracts/kit/envelope.ts'
import { App } from './app.tsx'
import { setTexts } from './texts.ts'
import type { Texts } from './texts.ts'

const start = document.getElementById('start')

/** Texts of a language: those already sent for, else its file. */
async function textsOf(lang: Lang): Promise<Texts> {
  if (htmlLang(lang) === document.documentElement.lang && window.firstTexts)
    return window.firstTexts
  const response = await fetch(start?.dataset[lang.slice(0, 2)] ?? '')
  return (await response.json()) as Texts
}

async function switchTo(lang: Lang): Promise<void> {
  setTexts(await textsOf(lang))
  document.documentElement.lang = htmlLang(lang)
  // They were for the first page; a later switch back finds them in the browser's cache.
  window.firstTexts = undefined
}

const htmlLang = (lang: Lang): string => lang.replace('_', '-')

const root = document.getElementById('root')
if (root) {
  const lang = document.documentElement.lang === 'en-US' ? 'en_US' : 'zh_CN'
  switchTo(lang).then(
    () => {
      const typed = root.querySelector('textarea')?.value ?? ''
      root.replaceChildren()
      render(<App firstLang={lang} switchTo={switchTo} typed={typed} />, root)
    },
    () => {
      // Without texts no language is known, so the message is in both.
      root.replaceChildren()
      render(
        <p class="no-texts">
          页面加载失败，请检查网络。 The page could not be loaded.{' '}
          <a href={location.href}>重试 Try again</a>
        </p>,
        root,
      )
    },
  )
}
