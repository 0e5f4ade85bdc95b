import { isObject, storageGet, storageSet } from '../../text/storage.ts'

/** How often each choice of a list was made in this browser: the most used comes first. */
type Uses = Record<string, number>
const KEY = 'CHOICE_USES_'
const MAX = 60
const isUses = (value: unknown): value is Uses =>
  isObject(value) && Object.values(value).every((count) => typeof count === 'number')

const read = (list: string): Uses => storageGet(KEY + list, isUses) ?? {}

export function usesOf(list: string | undefined): (value: string) => number {
  const uses = list === undefined ? {} : read(list)
  return (value) => uses[value] ?? 0
}

export function countUse(list: string | undefined, value: string): void {
  if (list === undefined) return
  const uses = read(list)
  uses[value] = (uses[value] ?? 0) + 1
  const most = Object.entries(uses).sort(([, a], [, b]) => b - a)
  // The newest is kept, however rare it is.
  const stored = most.filter(([key], at) => at < MAX || key === value)
  storageSet(KEY + list, Object.fromEntries(stored), null)
}
