import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Row } from './row.ts'

const WHO = {
  public: 'public',
  login: 'signed in',
  perm: 'by permission',
  platform: 'the platform',
} as const
const root = join(import.meta.dirname, '..', '..')
const tests = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `[${basename(name, '.test.ts')}](../${folder}/${name})`)
    .join(', ')

/** What docs/conformance.md has about a call. */
export const promiseOf = (row: Row): string =>
  `| ${row.method} | \`${row.path}\`${row.named ? ` \`${row.named}\`` : ''} | ${WHO[row.access]} | ${row.message ?? ''} |`
/** A call's line there, with the tests there are today. */
export const lineOf = (row: Row): string => `${promiseOf(row)} ${tests(row.also)} |`
