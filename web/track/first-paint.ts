/**
 * Runs before the page is drawn, as a script of its own: picks the language, so that
 * the words already in the page appear in it at once, and sends for the rest of the
 * texts while the program is still on its way; the program itself runs once those words
 * were really seen: it would take the thread before them, and what it replaced sooner
 * would never count as seen. Must stay self-contained: the build
 * takes this function and nothing around it.
 *
 * The address (links in mails), else the stored choice, else the browser's language, else Chinese
 * (specification §1); the rule of web/kit/text/lang.ts.
 */
export function firstPaint(script: HTMLElement): void {
  let stored = ''
  try {
    stored =
      localStorage.getItem('track_lang') ??
      /zh_CN|en_US/.exec(localStorage.getItem('client_lang') ?? '')?.[0] ??
      ''
  } catch {
    // Storage is off: the browser's language decides.
  }
  const asked = new URLSearchParams(location.search).get('lang') ?? ''
  const lang = [asked, stored, ...(navigator.languages ?? [navigator.language]), 'zh']
    .map((one) => /^(zh|en|de|fr)(?![a-z])/i.exec(one)?.[0].toLowerCase())
    .find(Boolean)!
  const page = document.documentElement
  page.lang = `${lang}-${({ zh: 'CN', en: 'US' } as Record<string, string>)[lang] ?? lang.toUpperCase()}`
  page.classList.toggle('asks', /\/track\/(result\/?$|return\b)/.test(location.pathname))
  window.firstTexts = fetch(script.dataset[lang] ?? '').then((response) => response.json())
  const { app } = script.dataset
  if (!app) return
  // Running it a second time does nothing: a module runs once. A hidden tab draws nothing, and not
  // every browser reports it.
  const begin = () => void import(/* @vite-ignore */ app)
  setTimeout(begin, document.hidden ? 0 : 500)
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) begin()
  }).observe({ type: 'paint', buffered: true })
}
