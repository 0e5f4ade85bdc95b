import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap test '))
})
afterEach(() => rmSync(root, { recursive: true }))

function put(path, content) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}

/** A tree as npm leaves it: the lock file, npm's own record, and the packages. */
function tree(lock, installed) {
  put('package-lock.json', { packages: { '': { name: 'x' }, ...lock } })
  put('node_modules/.package-lock.json', { packages: installed })
  for (const path of Object.keys(installed)) put(`${path}/package.json`, {})
}

const runtime = `node_modules/node-${process.platform}-${process.arch}`

test('a tree that is as in the lock file needs no install', () => {
  tree(
    {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', optional: true },
    },
    { 'node_modules/a': { version: '1.0.0' } },
  )
  expect(isInstalled(root)).toBe(true)
})

test('a missing tree, another version, a missing package or a half removed one does', () => {
  put('package-lock.json', { packages: {} })
  expect(isInstalled(root)).toBe(false)
  tree({ 'node_modules/a': { version: '1.0.1' } }, { 'node_modules/a': { version: '1.0.0' } })
  expect(isInstalled(root)).toBe(false)
  tree(
    { 'node_modules/a': { version: '1.0.0' }, 'node_modules/c': { version: '1.0.0' } },
    { 'node_modules/a': { version: '1.0.0' } },
  )
  expect(isInstalled(root)).toBe(false)
  tree({ 'node_modules/a': { version: '1.0.0' } }, { 'node_modules/a': { version: '1.0.0' } })
  rmSync(join(root, 'node_modules', 'a'), { recursive: true })
  expect(isInstalled(root)).toBe(false)
})

test('the optional packages this machine cannot do without are asked for', () => {
  tree(
    {
      [runtime]: { version: '24.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
    },
    {},
  )
  expect(isInstalled(root)).toBe(false)
  tree({ [runtime]: { version: '24.0.0', optional: true, os: ['other'], cpu: [process.arch] } }, {})
  expect(isInstalled(root)).toBe(true)
})

/**
 * A process that does `body` under the lock of this tree; `note` writes a line all of them share.
 */
function worker(body) {
  const script = `import { appendFileSync } from 'node:fs';
    import { onlyOne } from ${JSON.stringify(join(import.meta.dirname, 'only-one.mjs'))};
    const note = (word) => appendFileSync(${JSON.stringify(join(root, 'notes'))}, word + ' ');
    await onlyOne(${JSON.stringify(root)}, 'probe', async () => { ${body} });`
  return new Promise((done) =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }).once(
      'close',
      done,
    ),
  )
}

test('work in one tree is done by one at a time; a dead holder is no holder', async () => {
  await worker(`note('killed'); process.kill(process.pid, 'SIGKILL');`)
  await Promise.all(
    [1, 2, 3].map(() =>
      worker(`note('in'); await new Promise((done) => setTimeout(done, 100)); note('out');`),
    ),
  )
  expect(readFileSync(join(root, 'notes'), 'utf8').trim()).toBe('killed in out in out in out')
})

test('the house rules see a long file, a nameless name and an any', () => {
  put('server/kit/long.ts', '// x\n'.repeat(301))
  put('server/kit/string-utils.ts', 'const word = "as any"; // any\nconst value: any = word;\n')
  put('contracts/fine.ts', 'export const one = 1;\n')
  const result = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '..', 'lint-sizes.mjs'), root],
    { encoding: 'utf8' },
  )
  expect(result.status).toBe(1)
  expect(result.stderr.trim().split('\n').sort()).toEqual([
    'server/kit/long.ts: 301 lines, at most 300 here; split it',
    'server/kit/string-utils.ts: the name says nothing; name the file after what it does',
    'server/kit/string-utils.ts:2: any (or a switched-off check); say the type',
  ])
})
