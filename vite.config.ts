import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { areaFiles } from './tools/area-files.ts'
import { firstFiles } from './tools/first-files.ts'
import { leftOut } from './tools/left-out.ts'
import { precompress } from './tools/precompress.ts'
import { underPolicy } from './tools/under-policy.ts'
import { lightImports, trackPage, withEnglish } from './web/track/vite-plugin.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const API = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** The names of all areas' files, by which a signed-in page finds its own. */
const FILE_LISTS =
  /virtual:areas$|[\\/]web[\\/](screens|kit[\\/]text[\\/]area-files|kit[\\/]http[\\/]load-crud)\.ts$/

/** What every list is drawn with (docs/web-kit.md). */
const LIST_PARTS =
  /[\\/]web[\\/]kit[\\/]\w+[\\/](\w+[\\/])?(ask-ahead|bulk-bar|cells|csv|data-table|empty|figure-name|filter-bar|list-icons|page-header|pager|permissions|resource-cells|row-actions|status-tag|use-action|use-row-navigation|use-list|use-open|use-selection)\.tsx?$/

/** What most pages put on their buttons. */
const COMMON_ICONS =
  /[\\/]@ant-design[\\/]icons[\\/].*[\\/](Appstore|Bell|Check|Close|Download|Edit|FileImage|Import|Plus|Printer|Reload|Right)Outlined\.js$/

/** What the bell and the first page both say of notices. */
const NOTICE_PARTS =
  /[\\/](notice-calls|open-notice|notice-target|notices\.content|use-stable-callback)\.ts$/

/** Small contracts that many pages share: one by one they would be a dozen files. */
const ORDER_CONTRACTS =
  /[\\/]contracts[\\/]\w+[\\/](dashboards|figures|labels|public-tracking|public-tracking\.limits|rating|revoke-tasks|shipments|shipments\.draft|shipments\.states|tracking)\.ts$/

/** What the lists of orders and their details share: one by one they would be ten files. */
const ORDER_PARTS =
  /[\\/]web[\\/](features[\\/]orders[\\/]shipments[\\/]Orders.screen|features[\\/]orders[\\/]shipments[\\/]list[\\/](order-columns|order-links|order-changes|use-order-actions)|features[\\/]orders[\\/]shipments[\\/]print[\\/]use-print-labels|kit[\\/]http[\\/]fetch-file)\.tsx?$/

/** Texts of the first page, in one file per language: its own, and the names of its figures. */
const HOME_TEXTS = /[\\/]locales[\\/](\w+)[\\/]insight[\\/](dashboards|figures)\.json$/

/**
 * `vite build` makes two sites in one directory: the back office, and the public tracking
 * pages in a pass of their own. Together, every contract both use would become a file
 * more for the visitor to fetch. `--mode track` makes the public pages alone.
 */
export default defineConfig(({ mode, command }) => ({
  root: at('web'),
  base: '/',
  // Several people's development servers on one machine each keep their own.
  ...(process.env.VITE_CACHE ? { cacheDir: process.env.VITE_CACHE } : {}),
  plugins: [
    areaFiles(),
    englishUnderChinese(),
    leftOut(),
    underPolicy(),
    trackPage(),
    lightImports(),
    firstFiles(),
    precompress(),
  ],
  server: {
    proxy: {
      '/boot': { target: API, ws: true },
      '/websocket': { target: API.replace(/^http/, 'ws'), ws: true },
    },
  },
  build: {
    outDir: at('web/dist'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: at('web/index.html'),
      // antd marks its files "use client" for another kind of server; a thousand warnings would hide a real one.
      checks: { moduleLevelDirective: false },
      output: {
        // Left alone, what a page loads comes in a hundred files, each packed by itself and each named in the lists of what to
        // fetch beside it. Each group is what one step needs whole, with all it stands on: none carries what comes later.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/,
              priority: 5,
            },
            {
              name: 'start',
              tags: ['$initial'],
              test: (id) => !id.endsWith('index.html'),
              priority: 4,
            },
            // Registering wants these and nothing of the pages behind the sign-in.
            {
              name: 'contracts',
              test: /node_modules[\\/]zod[\\/]|[\\/]contracts[\\/](kit[\\/]|platform[\\/]session\.ts)/,
              priority: 3,
            },
            { name: 'file-lists', test: FILE_LISTS, priority: 3 },
            {
              name: 'desk',
              test: /[\\/]web[\\/]((shell[\\/](\w+[\\/])?(basic-layout|providers|shell))|kit[\\/]\w+[\\/](\w+[\\/])?(own-profile|segments))\.tsx?$/,
              priority: 2,
            },
            {
              name: 'list',
              test: (id) => LIST_PARTS.test(id) || COMMON_ICONS.test(id) || NOTICE_PARTS.test(id),
              priority: 1,
            },
            // Pages of orders, and the first page, which leads to them.
            { name: 'orders', test: ORDER_CONTRACTS, priority: 1 },
            { name: 'order-list', test: ORDER_PARTS, priority: 1 },
            {
              debugName: 'home-texts',
              name: (id) => `home-texts.${HOME_TEXTS.exec(id)?.[1] ?? ''}`,
              test: HOME_TEXTS,
              priority: 1,
            },
            { name: 'home', test: /[\\/]dashboards[\\/]Home\.screen\.tsx$/ },
            // What comes once a page is there, step by step.
            { name: 'bell', test: /[\\/]notice-bell\.tsx$/ },
            { name: 'select', test: /[\\/](dict-select|ref-select)\.tsx$/ },
            { name: 'days', test: /[\\/]day-range\.tsx$/ },
            { name: 'feedback', test: /[\\/]feedback-host\.tsx$/ },
            { name: 'work', test: /[\\/]background-task-tray\.tsx$/ },
            // Before these: with its drawings among them it would bring choices and calendars along.
            { name: 'icons', test: /[\\/]named-icons\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  environments:
    command === 'serve'
      ? {}
      : {
          track: {
            consumer: 'client',
            build: {
              emptyOutDir: false,
              manifest: '.vite/manifest.track.json',
              rolldownOptions: {
                input: at('web/track.html'),
                // Constants nobody uses leave with their properties.
                treeshake: { propertyReadSideEffects: false },
              },
            },
          },
        },
  builder: {
    async buildApp({ build, environments: { client, track } }) {
      // The back office is left out while its start file is missing.
      if (client && mode !== 'track' && existsSync(at('web/main.tsx'))) await build(client)
      if (track) await build(track)
    },
  },
}))

/** A label missing in Chinese is English: merged here, so that one language is one file in the browser. */
function englishUnderChinese(): Plugin {
  return {
    name: 'english-under-chinese',
    enforce: 'pre',
    load(id) {
      const name = /\/locales\/zh_CN\/([\w-]+\/[\w.-]+)\.json$/.exec(id.replaceAll('\\', '/'))?.[1]
      if (name === undefined) return null
      this.addWatchFile(at(`locales/en_US/${name}.json`))
      return JSON.stringify(withEnglish('zh_CN', name))
    },
  }
}
