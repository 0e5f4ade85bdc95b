// Makes one program of the server and the packages it uses: reading a thousand small files is most
// of a start. Run by server-build.mjs: node bundle-server.mjs <root> <directory>
import { isBuiltin } from 'node:module'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const [root, outDir] = process.argv.slice(2)

/**
 * Files read next to the sources (locales, migrations, fonts, workers) are still looked for there.
 */
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

/**
 * An import of a module of Node reads all its names, and some of `node:http` load a whole HTTP
 * client; asked for by call it reads none: 45 ms of a start.
 */
const builtinsByCall = {
  name: 'builtins-by-call',
  renderChunk: (code) => ({ code: code.replace(IMPORT, importByCall), map: null }),
}
const IMPORT = /^import (?:\* as ([\w$]+)|([\w$]+)?(?:, )?(?:\{ ([^}]*) \})?) from "([\w:/]+)";$/gm
const importByCall = (line, all, whole, names, from) => {
  if (!isBuiltin(from)) return line
  const module = `process.getBuiltinModule("${from}")`
  const name = all ?? whole
  const taken = names && `{ ${names.replaceAll(' as ', ': ')} }`
  return [name, taken]
    .filter(Boolean)
    .map((one) => `const ${one} = ${module};`)
    .join(' ')
}

/**
 * One sign beyond Latin makes Node hold a whole file in two bytes a sign: ten megabytes, of which
 * half is nothing.
 */
const plainSigns = {
  name: 'plain-signs',
  generateBundle: (_, bundle) => {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\x00-\x7f]/g, escaped)
  },
}
const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

await build({
  root,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [placeOfSource, withoutGlob, plainSigns, builtinsByCall],
  ssr: {
    target: 'node',
    noExternal: true,
    // Machine code, and what reads files of its own.
    external: [
      '@napi-rs/canvas',
      '@node-rs/argon2',
      'libpg-query',
      'pdfkit',
      'pg-native',
      'sharp',
      'ssh2',
    ],
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
        comments: false,
        minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})
