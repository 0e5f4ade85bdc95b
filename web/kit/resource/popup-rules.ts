import { send, type Callable } from '../http/api.ts'
import { isObject, storageSet, storageGet } from '../text/storage.ts'
import { currentSession } from '../session/session.ts'

/** Rules of the popup picker that need no screen (specification §5, §9; wire.md §9, §11.22). */
export type Picked = Readonly<Record<string, unknown>>

const ROW_KEY = 50
export const REPORT_CACHE_MS = 30_000

/**
 * Why a picker cannot work: `popup.misconfigured` (code or a list is missing), `popup.unequal` (the
 * lists differ in length), null where it can.
 */
export function wrongSetup({
  code,
  orgFields,
  destFields,
}: {
  code?: string
  orgFields?: string
  destFields?: string
}): 'popup.misconfigured' | 'popup.unequal' | null {
  if (!code || !orgFields || !destFields) return 'popup.misconfigured'
  return names(orgFields).length === names(destFields).length ? null : 'popup.unequal'
}
export const names = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * All values of a record in a row, cut to fifty characters. Ours begin with the id, so fifty are
 * enough to distinguish rows.
 */
export function rowKeyOf(record: Picked): string {
  return Object.values(record).map(textOf).join('').slice(0, ROW_KEY)
}
const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/**
 * What the target fields get: the records' source fields, of several records joined with commas.
 */
export function pickedValues(
  records: readonly Picked[],
  orgFields: string,
  destFields: string,
): Record<string, string> {
  const to = names(destFields)
  return Object.fromEntries(
    names(orgFields).map((from, at) => [
      to[at] ?? from,
      records.map((record) => textOf(record[from])).join(','),
    ]),
  )
}

/**
 * The word for a value in a column that names a dictionary; several, separated by commas, each by
 * itself.
 */
export function wordFor(
  options: readonly { value: string; text: string }[] | undefined,
  value: unknown,
): string {
  const text = textOf(value)
  if (!options) return text
  return text
    .split(',')
    .map((one) => options.find((option) => option.value === one)?.text ?? one)
    .join(',')
}

interface Cached {
  who: string
  answer: unknown
}
const isCached = (value: unknown): value is Cached =>
  isObject(value) && typeof value.who === 'string' && 'answer' in value

/**
 * A report's call. With a group id the whole answer is cached in the browser for 30 s under group
 * id, address and parameters, so that ten pickers of one kind in a table ask once. It is only ever
 * given back to who asked for it.
 */
export async function askReport<O>(
  endpoint: Callable<unknown, O>,
  input: Record<string, unknown>,
  groupId: string | undefined,
  signal?: AbortSignal,
): Promise<O> {
  if (!groupId) return (await send(endpoint, input, signal ? { signal } : {})).result
  const session = `${currentSession().user?.id ?? ''}:${currentSession().tenant}:${currentSession().token?.slice(-8) ?? ''}`
  const params = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined && value !== ''),
  )
  const key = `${groupId}${endpoint.path}${JSON.stringify(params)}`
  const known = storageGet(key, isCached)
  // Only whole answers were cached, and by this very call.
  if (known && known.who === session) return (known.answer as { result: O }).result
  const answer = await send(endpoint, input, signal ? { signal } : {})
  storageSet(key, { who: session, answer } satisfies Cached, REPORT_CACHE_MS)
  return answer.result
}

export interface PopupPickerProps {
  /** The report's code (`customers`). */
  code: string
  /**
   * Source fields of a record and the target fields they are copied to, comma separated, as many of
   * the one as of the other.
   */
  orgFields: string
  destFields: string
  /** Several rows: their values are joined with commas. */
  multi?: boolean
  /** Pickers of one group share answers for 30 s. */
  groupId?: string
  /** Of the target fields the one this control itself stands for; the first where none is named. */
  field?: string
  id?: string
  /** What is shown; inside `Form.Item` the form's value. */
  value?: string | null
  onChange?: (value: string | null) => void
  /** All target fields with their values, and the rows; null when the choice was taken back. */
  onPick?: (values: Record<string, string> | null, rows: readonly Picked[]) => void
  disabled?: boolean
  placeholder?: string
  title?: string
  /** Sent with every request, in addition to what the user enters. */
  param?: Record<string, string>
}
