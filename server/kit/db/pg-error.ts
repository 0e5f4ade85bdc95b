/**
 * What a failed statement means to the code that sent it. `unavailable` is worth a 503 and a retry
 * by the client, and so is `poolBusy`: no connection came free in time.
 */
export type PgErrorKind =
  | 'unique'
  | 'foreignKey'
  | 'notNull'
  | 'check'
  | 'badValue'
  | 'serialization'
  | 'lockTimeout'
  | 'statementTimeout'
  | 'diskFull'
  | 'poolBusy'
  | 'unavailable'
  | 'other'

const byCode: Record<string, PgErrorKind> = {
  '23505': 'unique',
  '23P01': 'unique',
  '23503': 'foreignKey',
  '23001': 'foreignKey',
  '23502': 'notNull',
  '23514': 'check',
  '22001': 'badValue',
  '22003': 'badValue',
  '22007': 'badValue',
  '22008': 'badValue',
  '22009': 'badValue',
  '22P02': 'badValue',
  '22P05': 'badValue',
  '22021': 'badValue',
  '40001': 'serialization',
  '40P01': 'serialization',
  '55P03': 'lockTimeout',
  '57014': 'statementTimeout',
  '53100': 'diskFull',
  ENOSPC: 'diskFull',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P05': 'unavailable',
  '25P03': 'unavailable',
  '53300': 'unavailable',
  '53200': 'unavailable',
  '08000': 'unavailable',
  '08001': 'unavailable',
  '08003': 'unavailable',
  '08004': 'unavailable',
  '08006': 'unavailable',
  '08P01': 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
}

// pg reports these without any code.
const lostConnection = new RegExp(
  `^(${[
    'Connection terminated',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error',
    'Client was closed',
    'Cannot use a pool after calling end',
    'the database answered nothing',
  ].join('|')})`,
)

const poolBusy = 'timeout exceeded when trying to connect'

/** The kind of a database error; `other` for everything that does not come from the database. */
export function pgErrorKind(error: unknown): PgErrorKind {
  if (!(error instanceof Error)) return 'other'
  if (error instanceof AggregateError && error.errors.length > 0)
    return pgErrorKind(error.errors[0])
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.message === poolBusy) return 'poolBusy'
  return byCode[code] ?? (lostConnection.test(error.message) ? 'unavailable' : 'other')
}

/**
 * True when the same transaction may succeed if run again from its start (deadlock, serialization
 * failure).
 */
export function isRetryable(error: unknown): boolean {
  return pgErrorKind(error) === 'serialization'
}
