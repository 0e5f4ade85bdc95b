import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceStack } from '#server/kit/runtime/source-stack.ts'
import { startServer, type Server } from '#test/bench/spawn.ts'
import { ownDatabase } from '#test/own-database.ts'

// What npm start runs: everything else in this suite runs the sources.
const root = join(import.meta.dirname, '..')
const PASSWORD = 'Parcels-2026!'
// Inside node_modules, where the packages that are not part of it are found.
const dir = mkdtempSync(join(root, 'node_modules', 'server-build-test-'))
let server: Server

beforeAll(async () => {
  execFileSync(process.execPath, [
    join(root, 'tools', 'bootstrap', 'bundle-server.mjs'),
    root,
    join(dir, 'program'),
  ])
  server = await startServer({
    file: join(dir, 'program', 'main.mjs'),
    env: {
      PORT: '0',
      DATA_DIR: join(dir, 'data'),
      DATABASE_URL: await ownDatabase(),
      ADMIN_PASSWORD: PASSWORD,
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  })
})
afterAll(async () => {
  await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const call = async (path: string, init: RequestInit = {}) =>
  (await (await fetch(`http://127.0.0.1:${server.port}/boot${path}`, init)).json()) as {
    success: boolean
    message: string
    result: never
  }

test('the program signs people in, words refusals in both languages and reads files by its worker', async () => {
  const signIn = (password: string, lang: string) =>
    call('/sys/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', client_lang: lang },
      body: JSON.stringify({ username: 'manager', password }),
    })
  const [chinese, english] = [await signIn('wrong', 'zh_CN'), await signIn('wrong', 'en_US')]
  expect(chinese.success || english.success).toBe(false)
  expect(chinese.message).toMatch(/\p{Script=Han}/u)
  expect(english.message).toMatch(/^[\x20-\x7e’]+$/)

  const signedIn = await signIn(PASSWORD, 'en_US')
  expect(signedIn.success).toBe(true)
  const { token } = signedIn.result as { token: string }
  const form = new FormData()
  form.set('file', new File(['Code,Name\nX-1,One\n'], 'suppliers.csv'))
  const taken = await call('/erp/supplier/importExcel?dryRun=true', {
    method: 'POST',
    headers: { 'x-access-token': token },
    body: form,
  })
  expect(taken).toMatchObject({ success: true, result: { totalCount: 1 } })
})

test('its stacks name the sources', () => {
  const file = readdirSync(join(dir, 'program')).find((name) => /^app-.*\.mjs$/.test(name))!
  const path = join(dir, 'program', file)
  const lines = readFileSync(path, 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('async function buildApp('))
  const place = `${pathToFileURL(path).href}:${line + 1}:${lines[line]!.indexOf('buildApp') + 1}`
  expect(sourceStack(`Error: x\n    at buildApp (${place})`)).toMatch(
    /at buildApp \(server\/app\.ts:\d+:\d+\)$/,
  )
  expect(sourceStack('at x (file:///nowhere/y.mjs:1:2)')).toBe('at x (file:///nowhere/y.mjs:1:2)')
})
