/** @jsxImportSource preact */
import { render, type VNode } from 'preact'
import type { PublicLang } from '#contracts/kit/envelope.ts'
import type { PageLook } from '#contracts/tracking/parcel-pages.ts'
import { setTexts, type Texts, storeLang, t } from './texts.ts'
import { useEffect, useState } from 'preact/hooks'
import { MAX_TRACK_NUMBERS } from '#contracts/tracking/public-tracking.limits.ts'
import { parseNumbers } from './search/parse-numbers.ts'
import { resultPath } from './paths.ts'
import { Results } from './results/results.tsx'
import { SearchPanel } from './search/search-panel.tsx'

const start = document.getElementById('start')

/** Texts of a language: those already sent for, else its file. */
async function textsOf(lang: PublicLang): Promise<Texts> {
  if (htmlLang(lang) === document.documentElement.lang && window.firstTexts)
    return window.firstTexts
  const response = await fetch(start?.dataset[lang.slice(0, 2)] ?? '')
  return (await response.json()) as Texts
}

async function switchTo(lang: PublicLang): Promise<void> {
  setTexts(await textsOf(lang))
  document.documentElement.lang = htmlLang(lang)
  // They were for the first page; a later switch back finds them in the browser's cache.
  window.firstTexts = undefined
}

const htmlLang = (lang: PublicLang): string => lang.replace('_', '-')

const LANG_NAMES: Record<PublicLang, string> = {
  zh_CN: '中文',
  en_US: 'EN',
  de_DE: 'DE',
  fr_FR: 'FR',
}

type Place =
  | { name: 'search' }
  | { name: 'result'; numbers: string[] }
  | { name: 'return'; page: string }

function placeOf(address: Location): Place {
  const found = /\/track\/return(?:\/([0-9a-f]{32}))?\/?$/.exec(address.pathname)
  if (found) return { name: 'return', page: found[1] ?? '' }
  if (!/\/track\/result\/?$/.test(address.pathname)) return { name: 'search' }
  const { numbers } = parseNumbers(new URLSearchParams(address.search).get('nos') ?? '')
  return numbers.length > 0 ? { name: 'result', numbers } : { name: 'search' }
}

function titleOf(place: Place): string {
  if (place.name !== 'result') return t('title.search')
  return place.numbers.length === 1
    ? (place.numbers[0] ?? '')
    : t('title.results', { count: place.numbers.length })
}

type Props = {
  firstLang: PublicLang
  switchTo: (lang: PublicLang) => Promise<void>
  /** What was typed before the program was there. */
  typed?: string
}

export function App({ firstLang, switchTo, typed = '' }: Props): VNode {
  const [lang, setLang] = useState(firstLang)
  const [place, setPlace] = useState(() => placeOf(location))

  // For as long as the page: nothing else is ever shown on it.
  useEffect(() => addEventListener('popstate', () => setPlace(placeOf(location))), [])

  const [look, setLook] = useState<PageLook | null>(null)
  const [found, setFound] = useState('')
  const brand = (lang !== 'zh_CN' && look?.nameEn) || (look?.name ?? 'Parcelyard')
  useEffect(() => {
    const of = new URLSearchParams(location.search).get('of')
    if (found || of) void import('./look.ts').then((part) => part.lookOf(found, of)).then(setLook)
  }, [found])

  useEffect(() => {
    // The page of returns has its own, in more languages.
    if (place.name !== 'return') document.title = `${titleOf(place)} · ${brand}`
  }, [place, lang, brand])

  // What was typed goes with the entry: Back finds it again, and the result names what was left out.
  const show = (numbers: string[], text?: string) => {
    if (place.name === 'search') history.replaceState(text, '')
    history.pushState(text, '', resultPath(numbers))
    setPlace({ name: 'result', numbers })
    scrollTo(0, 0)
  }

  const choose = (next: PublicLang): void => {
    storeLang(next)
    // A failing download leaves the page in the language it is in; the choice holds from the next
    // visit.
    switchTo(next).then(
      () => setLang(next),
      () => undefined,
    )
  }

  const home = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.pushState(null, '', '/track/search')
    setPlace({ name: 'search' })
  }

  if (place.name === 'return') return <Return page={place.page} />
  return (
    <div class="page">
      <a class="skip" href="#main">
        {t('nav.main')}
      </a>
      <header class="top">
        <div class="top-in">
          <a class="brand" href="/track/search" onClick={home}>
            <img src={look?.logo ?? '/favicon.svg'} height="28" alt="" />
            <strong>{brand}</strong>
            <span>{t('brand')}</span>
          </a>
          <LangSwitch lang={lang} choose={choose} />
          <a class="sign-in" href="/user/login">
            {t('nav.signIn')}
          </a>
        </div>
      </header>
      <main id="main" class={place.name}>
        {place.name === 'search' ? (
          <div class="hero">
            <h1>{t('search.heading')}</h1>
            <p class="intro">{t('search.intro', { max: MAX_TRACK_NUMBERS })}</p>
            <SearchPanel given={(history.state as string | null) ?? typed} show={show} focus />
          </div>
        ) : (
          <Results numbers={place.numbers} lang={lang} show={show} onFound={setFound} />
        )}
      </main>
      <footer class="foot">
        <p>{t('footer.note')}</p>
        <p>© {brand}</p>
      </footer>
    </div>
  )
}

/** Its program comes when it is wanted: who looks for a parcel does not need it. */
function Return({ page }: { page: string }): VNode | null {
  const [part, setPart] = useState<typeof import('./return/return-page.tsx') | null>(null)
  useEffect(() => void import('./return/return-page.tsx').then(setPart), [])
  return part && <part.default page={page} />
}

type SwitchProps = { lang: PublicLang; choose: (lang: PublicLang) => void }
function LangSwitch({ lang, choose }: SwitchProps): VNode {
  return (
    <div class="langs" role="group" aria-label="语言 Language">
      {(Object.keys(LANG_NAMES) as PublicLang[]).map((each) => (
        <button
          key={each}
          type="button"
          lang={each.replace('_', '-')}
          aria-pressed={each === lang}
          onClick={() => choose(each)}
        >
          {LANG_NAMES[each]}
        </button>
      ))}
    </div>
  )
}

const root = document.getElementById('root')
if (root) {
  const lang = document.documentElement.lang.replace('-', '_') as PublicLang
  switchTo(lang).then(
    () => {
      const typed = root.querySelector('textarea')?.value ?? ''
      root.replaceChildren()
      render(<App firstLang={lang} switchTo={switchTo} typed={typed} />, root)
    },
    () => {
      // Without texts no language is known, so the message is in two.
      root.replaceChildren()
      render(
        <p class="no-texts">
          页面加载失败。 The page could not be loaded. <a href={location.href}>重试 Try again</a>
        </p>,
        root,
      )
    },
  )
}
