import pg from 'pg'
import { CHANNEL, type BusMessage } from './bus.ts'
import type { Log } from '../access/ctx.ts'

/**
 * News, or that some may have been missed: the connection was gone for a while. Then everything
 * counts as changed.
 */
export type BusEvent = BusMessage | { kind: 'missed' }

export interface Bus {
  /**
   * Calls back for every piece of news, of this process too; the answer takes the handler away
   * again.
   */
  subscribe(handler: (received: BusEvent) => void): () => void
  /** Resolves when it listens, or when the first try failed and others follow. */
  start(): Promise<void>
  stop(): Promise<void>
}

const AGAIN_FIRST_MS = 100
const AGAIN_MAX_MS = 2_000
/** A connection whose other end vanished is silent; it is checked this often. */
const ASK_MS = 10_000
const ANSWER_MS = 5_000

/**
 * Receives what other processes broadcast (`tellAll`), on a connection of its own. A broken
 * connection is opened again
 * until it holds, and then the handlers are notified that they may have missed something.
 */
export function openBus(url: string, log: Log): Bus {
  const handlers = new Set<(received: BusEvent) => void>()
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | null = null
  let wait = AGAIN_FIRST_MS
  let everListened = false
  let stopped = false

  const notify = (received: BusEvent) => {
    for (const handler of handlers) {
      try {
        handler(received)
      } catch (error) {
        log.error({ err: error, kind: received.kind }, 'news')
      }
    }
  }

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'parcelyard-bus',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client = fresh
    let over = false
    const lost = () => {
      if (over) return
      over = true
      if (client === fresh) client = null
      void fresh.end().catch(() => {})
      if (stopped) return
      again = setTimeout(() => void connect(), wait)
      wait = Math.min(wait * 2, AGAIN_MAX_MS)
    }
    fresh.on('error', lost)
    fresh.on('end', lost)
    fresh.on('notification', ({ payload }) => notify(read(payload)))
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      if (!stopped) log.warn({ err: error }, 'news are not heard')
      return lost()
    }
    wait = AGAIN_FIRST_MS
    if (everListened) notify({ kind: 'missed' })
    everListened = true
    void ask(fresh, lost)
  }

  const ask = async (own: pg.Client, lost: () => void): Promise<void> => {
    while (client === own) {
      await new Promise((resolve) => setTimeout(resolve, ASK_MS).unref())
      if (client !== own) return
      // A query that gets no answer keeps the connection busy: it is given up, not waited for.
      await own.query('select 1').catch(lost)
    }
  }

  return {
    subscribe: (handler) => {
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    start: connect,
    stop: async () => {
      stopped = true
      if (again) clearTimeout(again)
      const own = client
      client = null
      await own?.end().catch(() => {})
    },
  }
}

/** What cannot be read counts as missed: better asked for once too often. */
function read(payload: string | undefined): BusEvent {
  try {
    const found: unknown = JSON.parse(payload ?? '')
    return isBusMessage(found) ? found : { kind: 'missed' }
  } catch {
    return { kind: 'missed' }
  }
}

function isBusMessage(value: unknown): value is BusMessage {
  if (
    typeof value !== 'object' ||
    value === null ||
    !('kind' in value) ||
    !('tenantId' in value) ||
    !('userIds' in value)
  )
    return false
  const users = value.userIds
  return (
    (value.kind === 'authz' || value.kind === 'notice' || value.kind === 'dict') &&
    typeof value.tenantId === 'string' &&
    (users === null || (Array.isArray(users) && users.every((id) => typeof id === 'string')))
  )
}
