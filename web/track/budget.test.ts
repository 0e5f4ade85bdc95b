// @vitest-environment node
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const out = mkdtempSync(join(tmpdir(), 'track-build-'))
const gzip = (names: string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(out, name))).length, 0)
let files: string[] = []
// What lies next to assets/ belongs to other pages (web/public is copied into every build).
/** Fetched when it is used, not with the page. */
const LATER = /^assets[\\/](aids|camera|camera-reader|forms|later|look|ask|return-page)-/
const ending = (end: string): string[] =>
  files.filter(
    (name) =>
      name.endsWith(end) && !LATER.test(name) && (end !== '.js' || /^assets[\\/]/.test(name)),
  )

beforeAll(() => {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  execFileSync(
    process.execPath,
    [vite, 'build', '--mode', 'track', '--outDir', out, '--logLevel', 'warn'],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  )
  files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(html|js|css|json|svg)$/.test(name) && !name.startsWith('.vite'),
  )
})
afterAll(() => rmSync(out, { recursive: true, force: true }))

it('needs at most 15 kB of script, gzip', () => {
  expect(ending('.js').length).toBeGreaterThan(0)
  expect(gzip(ending('.js'))).toBeLessThanOrEqual(15 * 1024)
})

it('needs at most 30 kB in all, with the largest of its four languages', () => {
  const languages = ending('.json')
  expect(languages).toHaveLength(4)
  const rest = gzip(
    files.filter(
      (name) =>
        !languages.includes(name) &&
        !LATER.test(name) &&
        (!name.endsWith('.js') || ending('.js').includes(name)),
    ),
  )
  expect(rest + Math.max(...languages.map((name) => gzip([name])))).toBeLessThanOrEqual(30 * 1024)
})

it('fetches the camera’s reader only when it is used', () => {
  const page = readFileSync(join(out, 'track.html'), 'utf8')
  expect(page).not.toMatch(/camera|zxing/)
  expect(files.filter((name) => LATER.test(name)).length).toBeGreaterThanOrEqual(1)
})

it('carries neither React nor a validator, nor anything from elsewhere', () => {
  const script = ending('.js')
    .map((name) => readFileSync(join(out, name), 'utf8'))
    .join('')
  expect(script).not.toMatch(/react\.(element|transitional)|ZodError|i18next/)
  const page = readFileSync(join(out, 'track.html'), 'utf8')
  expect(page).not.toMatch(/(src|href)="(https?:)?\/\//)
})

it('runs under the content policy: no script or style in the page itself', () => {
  const page = readFileSync(join(out, 'track.html'), 'utf8')
  expect(page).not.toMatch(/<style|style="|\son\w+=|<script(?![^>]*\ssrc=)/)
  expect(page).toContain('noindex')
  // The program is begun by the start script, after the first drawing.
  expect(page).not.toContain('type="module"')
  expect(page.match(/data-app="([^"]+)"/)?.[1]).toBe(
    page.match(/modulepreload" crossorigin href="([^"]+)"/)?.[1],
  )
})
