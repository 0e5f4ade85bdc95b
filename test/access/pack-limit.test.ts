import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** Who reads or writes grants as they are stored, whatever the tenant's packs have: with the reason. */
const AS_STORED: Readonly<Record<string, string>> = {
  'server/tables.ts': 'declares the table',
  'server/seed-menu.ts': 'grants of the menu',
  'server/features/platform/logs/log-permissions.ts': 'names the table',
  'server/features/platform/logs/record-names.ts': 'names the table',
  'server/features/platform/permissions/grant-targets.ts': 'the form of grants',
  'server/features/platform/permissions/save-menu.ts': 'writes a grant',
  'server/features/platform/roles/copy-role.ts': 'copies grants',
  'server/features/platform/tenants/pack-effect.ts': 'works out what packs would take',
  'server/features/platform/session/rights.ts': 'limited by the packs of its own statement',
}
const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .map((file) => `server/${file}`)
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
const isLimited = (text: string) => !text.includes('sys_role_permission') || /[pP]acks\b/.test(text)

test('who asks for grants of roles asks for those the packs of the tenant have', () => {
  const wrong = files.filter((file) => !isLimited(readFileSync(join(root, file), 'utf8')))
  expect(wrong.filter((file) => AS_STORED[file] === undefined)).toEqual([])
  expect(isLimited('select 1 from sys_role_permission g')).toBe(false)
  expect(isLimited('select 1 from sys_role_permission g where ${inPacks}')).toBe(true)
})
