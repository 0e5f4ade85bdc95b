import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify, transformWithOxc } from 'vite'
import type { Plugin } from 'vite'
import { PUBLIC_LANGS } from '#contracts/kit/envelope.ts'
import type { PublicLang } from '#contracts/kit/envelope.ts'
import { MAX_TRACK_NUMBERS } from '#contracts/tracking/public-tracking.limits.ts'

type Texts = Record<string, string>

const root = join(import.meta.dirname, '..', '..')

/**
 * The texts of one file (`area/name`); what a language lacks is English, but for forms of one where it
 * has none, as Chinese.
 */
export function withEnglish(lang: string, name: string): Texts {
  const forms = new Intl.PluralRules(lang.replace('_', '-')).resolvedOptions().pluralCategories
  const english = Object.entries(read('en_US', name)).filter(
    ([key]) => forms.includes('one') || !key.endsWith('_one'),
  )
  return { ...Object.fromEntries(english), ...read(lang, name) }
}

function read(lang: string, name: string): Texts {
  const path = join(root, 'locales', lang, `${name}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {}
}

/** The page's own texts and, of the tracking screens', the words of the statuses. */
function trackTexts(lang: PublicLang): Texts {
  const words = Object.entries(withEnglish(lang, 'tracking/tracking')).filter(([key]) =>
    /^(status|sub)\./.test(key),
  )
  return { ...Object.fromEntries(words), ...withEnglish(lang, 'tracking/track') }
}

/**
 * What the public page fetches on use has no style and no files of its own: Vite's helper, which would
 * fetch those, weighs more than the use of it.
 */
export function lightImports(): Plugin {
  return {
    name: 'track-light-imports',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'track',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
    // The list of files it would fetch with them is left in the program, and read by nothing.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk')
            file.code = file.code
              .replace(/^const __vite__mapDeps=.*\n/, '')
              .replace(/,__vite__mapDeps\(\[[\d,]*\]\)/g, '')
      },
    },
  }
}

/**
 * What track.html needs beyond an ordinary page: the words of its first view in all
 * languages, the script that picks one before anything is drawn, and per language one
 * file with all texts, so that a visitor loads only one. In development the two
 * addresses of the pages lead to track.html, as the server has it.
 */
export function trackPage(): Plugin {
  let serving = false
  return {
    name: 'track-page',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    // After Vite's own work: it would warn that it cannot bundle a script that is no module.
    transformIndexHtml: {
      order: 'post',
      async handler(html, { filename }) {
        if (!filename.endsWith('track.html')) return html
        const attrs = (await extraFiles()).map(
          (file) => `${file.attr}="${serving ? file.inline : `/${file.fileName}`}"`,
        )
        // Built, the program is only fetched by the page; the start script runs it once the page is
        // drawn.
        const page = serving
          ? html
          : html.replace(
              /<script type="module" crossorigin src="([^"]+)"><\/script>/,
              (_tag, app: string) => {
                attrs.push(`data-app="${app}"`)
                return `<link rel="modulepreload" crossorigin href="${app}">`
              },
            )
        if (!serving && page === html) throw new Error('track.html: no program')
        // Before the style sheet, for which a script below it would wait.
        return inAllLanguages(page).replace(
          '</title>',
          () => `</title>\n    <script id="start" ${attrs.join(' ')}></script>`,
        )
      },
    },
    async generateBundle() {
      if (this.environment.name !== 'track') return
      for (const { fileName, source } of await extraFiles())
        this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(
          /^\/track\/(search|result|return(\/\w+)?)\/?(?=$|\?)/,
          '/track.html',
        )
        next()
      })
    },
  }
}

type ExtraFile = { attr: string; fileName: string; source: string; inline: string }

async function extraFiles(): Promise<ExtraFile[]> {
  const start = extraFile('src', 'start.js', 'text/javascript', await firstPaintScript())
  return [
    start,
    ...PUBLIC_LANGS.map((lang) =>
      extraFile(
        `data-${lang.slice(0, 2)}`,
        `track-${lang}.json`,
        'application/json',
        JSON.stringify(trackTexts(lang)),
      ),
    ),
  ]
}

function extraFile(attr: string, name: string, type: string, source: string): ExtraFile {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
  return {
    attr,
    source,
    fileName: `assets/${name.replace('.', `-${hash}.`)}`,
    inline: `data:${type},${encodeURIComponent(source)}`,
  }
}

// A classic script: a module would run only after the first drawing, in the wrong language.
async function firstPaintScript(): Promise<string> {
  const path = join(import.meta.dirname, 'first-paint.ts')
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path)
  const script = `(${code.replace('export function', 'function').replace(/;?\s*$/, '')})(document.currentScript)`
  return (await minify('start.js', script)).code
}

/**
 * `{{key}}` in the page to that text in every language; first-paint.ts and the style sheet show
 * one.
 */
function inAllLanguages(html: string): string {
  const values: Record<string, string | number> = { max: MAX_TRACK_NUMBERS, count: 0 }
  return html.replace(/\s*<!--.*?-->/gs, '').replace(/\{\{([\w.]+)\}\}/g, (_whole, key: string) =>
    PUBLIC_LANGS.map((lang) => {
      const text = trackTexts(lang)[key]
      if (text === undefined) throw new Error(`track.html: no text ${key}`)
      const filled = text.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) =>
        String(values[name]),
      )
      return `<span lang="${lang.replace('_', '-')}">${escapeHtml(filled)}</span>`
    }).join(''),
  )
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
