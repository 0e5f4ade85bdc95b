import pg from 'pg'

/** What a pooler in front of the database takes away; the message is one line for the operator. */
export class PoolerError extends Error {
  override name = 'PoolerError'
}

const NEEDED = 'locks, LISTEN and settings of a session are used'

/**
 * Asks what it is behind: through a pooler that gives each transaction another connection, locks
 * and notices would be lost without a word, so that is refused.
 */
export async function requireSessions(url: string): Promise<void> {
  const [one, other] = await Promise.all([opened(url), opened(url)])
  try {
    const pidOf = async (client: pg.Client) =>
      (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
    const before = await pidOf(one)
    await other.query('begin')
    const between = await pidOf(other)
    const after = await pidOf(one)
    await other.query('rollback')
    if (before !== after || before === between)
      throw new PoolerError(
        `DATABASE_URL leads through a pooler that shares connections between transactions, but ${NEEDED}: set it to session mode, or name PostgreSQL itself.`,
      )
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/** What the pool asks for at its connections, and a pooler may drop. */
export async function requireSettings(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ zone: string; style: string; statement: string }>(
    `select current_setting('TimeZone') as zone, current_setting('DateStyle') as style,
      current_setting('statement_timeout') as statement`,
  )
  const { zone, style, statement } = rows[0]!
  if (zone === 'UTC' && style.startsWith('ISO') && statement !== '0') return
  throw new PoolerError(
    'The pooler in DATABASE_URL drops the settings of our connections (time zone, limits of time): give them to the user as docs/operations.md shows, or name PostgreSQL itself.',
  )
}

async function opened(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'parcelyard start' })
  client.on('error', () => {})
  await client.connect()
  return client
}
