import pg from 'pg'
import { pgErrorKind } from '../db/pg-error.ts'

/** What the job runner waits for and tries again, in the server's words while it starts. */
const TRY_AGAIN = '57P03'

/**
 * The job runner's connections. It notes the end of a job without waiting for the note, and a
 * database that dies just then would end the process (security.md, F03): a lost connection is
 * reported to it as "starting up, try again", which it does until the database is back.
 */
export function openJobPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 8, application_name: 'parcelyard-jobs' })
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    patient(client, 'query')
  })
  patient(pool, 'connect')
  return pool
}

function patient(target: object, method: 'query' | 'connect'): void {
  const own = Reflect.get(target, method) as (...args: unknown[]) => unknown
  Reflect.set(target, method, (...args: unknown[]) => {
    const result = own.apply(target, args)
    return result instanceof Promise
      ? result.catch((error: unknown) => Promise.reject(retryable(error)))
      : result
  })
}

function retryable(error: unknown): unknown {
  if (pgErrorKind(error) !== 'unavailable') return error
  return Object.assign(
    new Error(error instanceof Error ? error.message : String(error), { cause: error }),
    { code: TRY_AGAIN },
  )
}
