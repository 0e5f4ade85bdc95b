import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Line } from '../report.ts'
import { root } from '../spawn.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
  isEntry?: boolean
}
type Manifest = Record<string, Chunk>
interface Weight {
  js: number
  all: number
  files: number
}

const dist = join(root, 'web', 'dist')
const KB = 1024
const packed = new Map<string, number>()

function gzipped(file: string): number {
  const known = packed.get(file) ?? gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  packed.set(file, known)
  return known
}

function manifestOf(name: string): Manifest | null {
  const file = join(dist, '.vite', name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : null
}

/**
 * Everything a browser must have for these modules: their files, what those import, styles; and one
 * language.
 */
function weigh(
  manifest: Manifest,
  html: string,
  modules: readonly string[],
  languages: readonly string[][],
): Weight {
  const files = new Set<string>([html])
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const next of chunk.imports ?? []) walk(next)
  }
  for (const key of modules) walk(key)
  // The heavier language counts.
  const heaviest = languages.toSorted((a, b) => sum(b) - sum(a))[0] ?? []
  for (const file of heaviest) files.add(file)
  const all = [...files]
  return { js: sum(all.filter((file) => file.endsWith('.js'))), all: sum(all), files: all.length }
}

const sum = (files: readonly string[]) => files.reduce((total, file) => total + gzipped(file), 0)
const kb = (bytes: number) => (bytes / KB).toFixed(1)

/** What pages weigh before they can be used, gzip. */
export function bytes(): Line[] {
  const line = (
    name: string,
    what: string,
    weight: Weight | null,
    limit: { js: number; all?: number },
    counts: boolean,
  ): Line => {
    const reached =
      weight !== null &&
      weight.js <= limit.js * KB &&
      (limit.all === undefined || weight.all <= limit.all * KB)
    return {
      name,
      what,
      bar: `≤ ${limit.js} kB JS${limit.all === undefined ? '' : `, ${limit.all} kB`}`,
      figure: weight ? `${kb(weight.js)} kB JS, ${kb(weight.all)} kB` : 'not built',
      verdict:
        weight === null ? 'no verdict' : counts ? (reached ? 'reached' : 'short') : 'reported',
      notes: weight ? [`${weight.files} files`] : [],
      data: weight,
    }
  }
  const track = manifestOf('manifest.track.json') ?? manifestOf('manifest.json')
  const office = manifestOf('manifest.json')
  const texts = (manifest: Manifest, namespaces: readonly string[]) =>
    ['zh_CN', 'en_US'].map((lang) =>
      Object.entries(manifest)
        .filter(([key, chunk]) =>
          namespaces.some(
            (name) =>
              (key.includes(`locales/${lang}/`) && key.endsWith(`/${name}.json`)) ||
              (name === 'track' && chunk.file.includes(`track-${lang}`)),
          ),
        )
        .map(([, chunk]) => chunk.file),
    )
  const find = (manifest: Manifest, end: string) =>
    Object.keys(manifest).filter((key) => key.endsWith(end))
  return [
    line(
      'bytes-track',
      'the public tracking page',
      track?.['track.html']
        ? weigh(track, 'track.html', ['track.html'], texts(track, ['track']))
        : null,
      { js: 15, all: 30 },
      true,
    ),
    line(
      'bytes-sign-in',
      'the sign-in page',
      office?.['index.html']
        ? weigh(office, 'index.html', ['index.html'], texts(office, ['common', 'session']))
        : null,
      { js: 120 },
      true,
    ),
    line(
      'bytes-table',
      'the first table: orders',
      office?.['index.html']
        ? weigh(
            office,
            'index.html',
            [
              'index.html',
              ...find(office, 'shell/shell.tsx'),
              ...find(office, 'shipments/Orders.screen.tsx'),
            ],
            texts(office, ['common', 'session', 'shipments']),
          )
        : null,
      { js: 330 },
      true,
    ),
  ]
}
