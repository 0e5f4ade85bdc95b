import { Cron } from 'croner'

const MINUTE = 60_000
/** As many gaps as are looked at for one that is too short. */
const LOOK = 12

export type CronIssue = 'job.cron' | 'job.tooOften' | 'job.never' | 'job.timeZone'

/**
 * Five fields as Unix writes them (Sunday 0 or 7), six or seven as Quartz does (seconds first,
 * Sunday 1). The clock is looked at once a minute, so anything more often is refused, as is what
 * never comes.
 */
function parsed(expression: string, timeZone: string): Cron | CronIssue {
  const fields = expression.trim().split(/\s+/)
  if (fields.length < 5 || fields.length > 7) return 'job.cron'
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    return 'job.timeZone'
  }
  try {
    return new Cron(fields.join(' '), {
      timezone: timeZone,
      paused: true,
      alternativeWeekdays: fields.length > 5,
      sloppyRanges: true,
      mode: fields.length === 5 ? '5-part' : fields.length === 6 ? '6-part' : '7-part',
    })
  } catch {
    return 'job.cron'
  }
}

/** Why an expression cannot be kept, or null. */
export function cronIssue(expression: string, timeZone: string, from: number): CronIssue | null {
  const cron = parsed(expression, timeZone)
  if (typeof cron === 'string') return cron
  const runs = cron.nextRuns(LOOK, new Date(from))
  if (runs.length === 0) return 'job.never'
  return runs.some((run, at) => at > 0 && run.getTime() - runs[at - 1]!.getTime() < MINUTE)
    ? 'job.tooOften'
    : null
}

/**
 * The next moments after `from` (milliseconds), ISO UTC; fewer where it ends. Empty for what is no
 * expression.
 */
export function nextRuns(
  expression: string,
  timeZone: string,
  from: number,
  count: number,
): string[] {
  const cron = parsed(expression, timeZone)
  return typeof cron === 'string'
    ? []
    : cron.nextRuns(count, new Date(from)).map((run) => run.toISOString())
}
