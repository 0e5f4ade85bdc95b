import type { Todo } from '#contracts/insight/dashboards.ts'

/** What was put off: until when, and how many there were then. */
export type Snoozed = Record<string, { until: number; n: number }>

export function isSnoozed(value: unknown): value is Snoozed {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'until' in one &&
        typeof one.until === 'number' &&
        'n' in one &&
        typeof one.n === 'number',
    )
  )
}

/** What is to be shown: all that was not put off, and what has grown since it was. */
export function awake(todos: readonly Todo[], snoozed: Snoozed, now: number): Todo[] {
  return todos.filter(({ kind, n }) => {
    const asleep = snoozed[kind]
    return !asleep || asleep.until <= now || n > asleep.n
  })
}

/** The next midnight of this browser's clock. */
export function tomorrow(now: number): number {
  const day = new Date(now)
  day.setHours(24, 0, 0, 0)
  return day.getTime()
}
