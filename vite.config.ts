import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const API = process.env.API_URL ?? 'http://127.0.0.1:8080'

// `vite build` makes both sites; `--mode track` the public tracking pages alone.
export default defineConfig(({ mode }) => ({
  root: at('web'),
  base: '/',
  plugins: [englishUnderChinese(), trackTexts(), trackPaths()],
  server: { proxy: { '/boot': API, '/websocket': { target: API.replace(/^http/, 'ws'), ws: true } } },
  build: {
    outDir: at('web/dist'),
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: entries(mode),
      output: {
        // Two groups and no more: a common vendor chunk would put the back
        // office's 477 kB in front of the tracking page.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            {
              name: 'antd-core',
              test: /node_modules[\\/](antd[\\/]es[\\/](_util|config-provider|theme|style|button|space|app|message|notification)|@ant-design[\\/](cssinjs|cssinjs-utils|colors|fast-color)|@rc-component[\\/](util|motion|context|resize-observer|portal|trigger))[\\/]/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
}))

function entries(mode: string): Record<string, string> {
  const track = { track: at('web/track.html') }
  // The back office is left out while its start file is missing.
  return mode === 'track' || !existsSync(at('web/main.tsx')) ? track : { index: at('web/index.html'), ...track }
}

function textsOf(lang: string, name: string): Record<string, string> {
  const path = at(`locales/${lang}/${name}.json`)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {}
}

const withEnglish = (lang: string, name: string): Record<string, string> => ({ ...textsOf('en_US', name), ...textsOf(lang, name) })

/** A label missing in Chinese is English: merged here, so that one language is one file in the browser. */
function englishUnderChinese(): Plugin {
  return {
    name: 'english-under-chinese',
    enforce: 'pre',
    load(id) {
      const name = /\/locales\/zh_CN\/([\w.-]+)\.json$/.exec(id.replaceAll('\\', '/'))?.[1]
      if (name === undefined) return null
      this.addWatchFile(at(`locales/en_US/${name}.json`))
      return JSON.stringify(withEnglish('zh_CN', name))
    },
  }
}

/** `virtual:track-texts`: per language one JSON file with the page's own texts and the words of the statuses. */
function trackTexts(): Plugin {
  const id = '\0virtual:track-texts'
  let serving = false
  const json = (lang: string): string => {
    const words = Object.entries(withEnglish(lang, 'tracking')).filter(([key]) => /^(status|sub)\./.test(key))
    return JSON.stringify({ ...Object.fromEntries(words), ...withEnglish(lang, 'track') })
  }
  return {
    name: 'track-texts',
    configResolved(config) {
      serving = config.command === 'serve'
    },
    resolveId: (source) => (source === 'virtual:track-texts' ? id : null),
    load(loaded) {
      if (loaded !== id) return null
      const url = (lang: string): string => {
        if (serving) return `'data:application/json,${encodeURIComponent(json(lang)).replaceAll("'", '%27')}'`
        const reference = this.emitFile({ type: 'asset', name: `track-${lang}.json`, source: json(lang) })
        return `import.meta.ROLLUP_FILE_URL_${reference}`
      }
      return `export default { zh_CN: ${url('zh_CN')}, en_US: ${url('en_US')} }`
    },
  }
}

/** In development the tracking pages' addresses are one page, as the server answers them. */
function trackPaths(): Plugin {
  return {
    name: 'track-paths',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/track\/(search|result)\/?(?=$|\?)/, '/track.html')
        next()
      })
    },
  }
}
