import { isObject } from '../text/storage.ts'

/** How a person wants a list's columns, by key. What is missing is as the screen has it. */
export interface ColumnState {
  order?: readonly string[]
  hidden?: readonly string[]
  /** Columns that are off at first and were switched on. */
  shown?: readonly string[]
  pinned?: readonly string[]
  /** Pixels. */
  width?: Readonly<Record<string, number>>
}
export const NO_CHOICE: ColumnState = {}
export const WIDTH = { min: 48, max: 800 } as const

const isKeys = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((key) => typeof key === 'string'))
export function isColumnState(value: unknown): value is ColumnState {
  return (
    isObject(value) &&
    isKeys(value.order) &&
    isKeys(value.hidden) &&
    isKeys(value.shown) &&
    isKeys(value.pinned) &&
    (value.width === undefined ||
      (isObject(value.width) &&
        Object.values(value.width).every(
          (width) => typeof width === 'number' && Number.isFinite(width),
        )))
  )
}

interface Defined {
  key: string
  width?: number
  optional?: boolean
}
export type Arranged<C> = C & { pinned: boolean; hidden: boolean }

/**
 * The definition's columns as the person wants them: every column exactly once, pinned ones first.
 * A column the choice does not know (newer than it) is where the definition has it, after its
 * nearest known neighbour; one the definition no longer has is passed over, its choice stored for
 * the case that it returns.
 */
export function arrange<C extends Defined>(
  columns: readonly C[],
  choice: ColumnState,
): Arranged<C>[] {
  const ordered = inOrder(columns, choice.order ?? [])
  const [hidden, shown, pinned] = [
    new Set(choice.hidden),
    new Set(choice.shown),
    new Set(choice.pinned),
  ]
  const all = ordered.map((column) => ({
    ...column,
    ...widthOf(column, choice),
    pinned: pinned.has(column.key),
    hidden: column.optional ? !shown.has(column.key) : hidden.has(column.key),
  }))
  // A list without a column is of no use: then the choice is not followed.
  const some = all.some((column) => !column.hidden)
    ? all
    : all.map((column) => ({ ...column, hidden: column.optional ?? false }))
  return [...some.filter((column) => column.pinned), ...some.filter((column) => !column.pinned)]
}
const widthOf = (column: Defined, choice: ColumnState): { width?: number } => {
  const chosen =
    choice.width && Object.hasOwn(choice.width, column.key) ? choice.width[column.key] : undefined
  return chosen === undefined ? {} : { width: clampWidth(chosen) }
}
export const clampWidth = (width: number): number =>
  Math.round(Math.min(WIDTH.max, Math.max(WIDTH.min, width)))

function inOrder<C extends Defined>(columns: readonly C[], order: readonly string[]): C[] {
  const known = new Map(columns.map((column) => [column.key, column]))
  const result = [...new Set(order)].flatMap((key) => known.get(key) ?? [])
  const placed = new Set(result.map((column) => column.key))
  for (const [at, column] of columns.entries()) {
    if (placed.has(column.key)) continue
    const before = columns.slice(0, at).findLast((one) => placed.has(one.key))
    result.splice(before ? result.findIndex((one) => one.key === before.key) + 1 : 0, 0, column)
    placed.add(column.key)
  }
  return result
}

/**
 * Keys the choice mentions and the definition has not: they stay in the choice through every
 * change.
 */
const gone = (keys: readonly string[] | undefined, columns: readonly Defined[]): string[] =>
  (keys ?? []).filter((key) => columns.every((column) => column.key !== key))

/** The choice after a column moved to another place among `columns` as they are now. */
export function moved(
  choice: ColumnState,
  columns: readonly Defined[],
  key: string,
  to: number,
): ColumnState {
  const keys = arrange(columns, choice).map((column) => column.key)
  const from = keys.indexOf(key)
  if (from < 0 || to < 0 || to >= keys.length) return choice
  keys.splice(to, 0, ...keys.splice(from, 1))
  return { ...choice, order: [...keys, ...gone(choice.order, columns)] }
}
export function toggled(choice: ColumnState, column: Defined, show: boolean): ColumnState {
  const without = (keys: readonly string[] | undefined) =>
    (keys ?? []).filter((key) => key !== column.key)
  if (column.optional)
    return {
      ...choice,
      shown: show ? [...without(choice.shown), column.key] : without(choice.shown),
    }
  return {
    ...choice,
    hidden: show ? without(choice.hidden) : [...without(choice.hidden), column.key],
  }
}
export function pinned(choice: ColumnState, key: string, pin: boolean): ColumnState {
  const rest = (choice.pinned ?? []).filter((one) => one !== key)
  return { ...choice, pinned: pin ? [...rest, key] : rest }
}
/** `width` null: as the screen has it. */
export function resized(choice: ColumnState, key: string, width: number | null): ColumnState {
  const { [key]: _, ...rest } = choice.width ?? {}
  return { ...choice, width: width === null ? rest : { ...rest, [key]: clampWidth(width) } }
}
/** Whether anything at all was chosen. */
export const isChosen = ({ order, hidden, shown, pinned: pins, width }: ColumnState): boolean =>
  [order, hidden, shown, pins].some((keys) => Boolean(keys?.length)) ||
  Object.keys(width ?? {}).length > 0
