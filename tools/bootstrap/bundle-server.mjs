// Makes one program of the server and the packages it uses: reading a thousand small files is most of a start.
// Run by server-build.mjs: node bundle-server.mjs <root> <directory>
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const [root, outDir] = process.argv.slice(2)

/** Files read beside the sources (locales, migrations, fonts, workers) are still looked for there. */
const placeOfSource = {
  name: 'place-of-source',
  enforce: 'pre',
  transform: {
    filter: { id: /\.ts$/, code: 'import.meta.' },
    handler: (code, id) => ({
      code: code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.filename', JSON.stringify(id))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
}

/** Only for listing folders, which the static pages never do; two hundred kilobytes to read. */
const withoutGlob = {
  name: 'without-glob',
  enforce: 'pre',
  resolveId: { filter: { id: /^glob$/ }, handler: () => '\0without-glob' },
  load: {
    filter: { id: /without-glob$/ },
    handler: () => 'export const glob = () => Promise.reject(new Error("glob is not bundled"))',
  },
}

await build({
  root,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [placeOfSource, withoutGlob],
  ssr: {
    target: 'node',
    noExternal: true,
    // Machine code, and what reads files of its own.
    external: ['@node-rs/argon2', 'pg-native', 'graphile-worker'],
  },
  build: {
    ssr: 'server/main.ts',
    outDir,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    sourcemap: true,
    rolldownOptions: {
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        sourcemapExcludeSources: true,
      },
    },
  },
})
