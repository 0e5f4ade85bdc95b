import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * A migrated database of the suite's own, for what workers of other suites must not take up:
 * `openWorld({ databaseUrl })`. It goes with the server at the end of the run.
 */
export async function ownDatabase(): Promise<string> {
  const url = new URL(inject('databaseUrl'))
  const name = `parcelyard_${randomBytes(4).toString('hex')}`
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${name} template ${inject('templateDatabase')}`)
  await client.end()
  url.pathname = `/${name}`
  return url.href
}
