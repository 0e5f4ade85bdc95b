import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { affectedTests, changedFiles } from './changed.mjs'

const TREE = {
  'contracts/platform/people/users.ts': 'export const users = 1',
  'contracts/platform/access/roles.ts': '',
  'server/app.ts':
    "import { u } from './features/platform/users/index.ts'\nimport './features/platform/roles/index.ts'",
  'server/kit/pages.ts': '',
  'server/features/platform/users/index.ts': "export {\n  u,\n} from './add.ts'",
  'server/features/platform/users/add.ts':
    "import { users } from '#contracts/platform/people/users.ts'\nexport const u = users",
  'server/features/platform/users/users.test.ts': "import '#test/harness.ts'",
  'server/features/platform/roles/index.ts': "import { u } from '../users/index.ts'",
  'server/features/platform/roles/roles.test.ts': "import './index.ts'",
  'server/features/platform/notices/notices.test.ts': "import '#test/harness.ts'",
  'test/harness.ts': "import '#server/app.ts'",
  'test/arch.test.ts': '',
  'web/kit/table.ts': '',
  'web/features/platform/users/list.test.tsx': '',
  'migrations/0001_a.sql': '',
}
const USERS = 'server/features/platform/users/users.test.ts'
const ROLES = 'server/features/platform/roles/roles.test.ts'
const NOTICES = 'server/features/platform/notices/notices.test.ts'
const SCREEN = 'web/features/platform/users/list.test.tsx'
const GUARD = 'test/arch.test.ts'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'changed test '))
  for (const [file, code] of Object.entries(TREE)) put(file, code)
})
afterEach(() => rmSync(root, { recursive: true }))

function put(file, code) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), code)
}

test('a change concerns those who import it, and its feature on both sides, not all who use the app', () => {
  expect(affectedTests(root, ['server/features/platform/users/add.ts'])).toEqual([
    ROLES,
    USERS,
    GUARD,
    SCREEN,
  ])
  expect(affectedTests(root, ['contracts/platform/people/users.ts'])).toEqual([
    ROLES,
    USERS,
    GUARD,
    SCREEN,
  ])
  expect(affectedTests(root, ['locales/zh_CN/platform/users.json'])).toEqual([USERS, GUARD, SCREEN])
  expect(affectedTests(root, [NOTICES])).toEqual([NOTICES, GUARD])
})

test('the kit, the harness and migrations concern their whole part, settings everything', () => {
  for (const file of ['server/kit/pages.ts', 'migrations/0001_a.sql', 'test/harness.ts'])
    expect(affectedTests(root, [file]), file).toEqual([NOTICES, ROLES, USERS, GUARD])
  expect(affectedTests(root, ['web/kit/table.ts'])).toEqual([GUARD, SCREEN])
  expect(affectedTests(root, ['package-lock.json'])).toBeNull()
  expect(affectedTests(root, [])).toEqual([])
})

test('what was changed since main is seen: committed, not committed, new', () => {
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
    })
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-qm', 'first')
  expect(changedFiles(root)).toEqual([])
  git('checkout', '-qb', 'branch')
  put('server/app.ts', '// other')
  git('commit', '-qam', 'second')
  put('server/kit/pages.ts', '// other')
  put('new.ts', '')
  expect(changedFiles(root).sort()).toEqual(['new.ts', 'server/app.ts', 'server/kit/pages.ts'])
})
