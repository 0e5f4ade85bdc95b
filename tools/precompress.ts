import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|json|svg|wasm)$/
const tightest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
/** Below this a packed copy saves less than a packet. */
const WORTH = 1_024

/**
 * Packs what was built as tightly as it goes, once: a server that packs per request packs loosely,
 * and spends on every visitor what could be spent at the build. `x.js` gets `x.js.br` and `x.js.gz`
 * next to it.
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: async ({ dir }) => {
      if (dir === undefined) return
      const names = (await readdir(dir, { recursive: true })).filter(
        (name) => TEXT.test(name) && !name.startsWith('.vite'),
      )
      // Two passes build into one directory: what the first has packed is left alone. All at once
      // keeps every core busy.
      await Promise.all(
        names
          .filter((name) => !existsSync(join(dir, `${name}.gz`)))
          .map((name) => pack(join(dir, name))),
      )
    },
  }
}

async function pack(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < WORTH) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, tightest),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
