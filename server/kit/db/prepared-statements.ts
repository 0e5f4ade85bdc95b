import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/**
 * Statements the server keeps prepared: parsing and planning them each time costs more than running
 * them. A text
 * earns a name when it keeps coming back; what is asked once (a rare mix of filters) is not worth
 * the memory, of which every connection has its own.
 */
export class PreparedStatementCache {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** The name under which this text is prepared, or undefined where it is not (yet). */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= NAMES_MAX) return name
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < USES_MIN) {
      if (this.#uses.size >= WATCHED_MAX) this.#uses.clear()
      this.#uses.set(text, uses)
      return undefined
    }
    this.#uses.delete(text)
    const given = `kit_${this.#names.size + 1}`
    this.#names.set(text, given)
    return given
  }
}

const NAMES_MAX = 200
const USES_MIN = 5
const WATCHED_MAX = 2_000

/**
 * Errors of a prepared statement whose tables were changed since: the same text works when it is
 * sent again.
 */
export function isStaleStatement(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === '26000' || (error.code === '0A000' && error.message.startsWith('cached plan')))
  )
}

/**
 * camelCase in TypeScript, snake_case in the database. Hand-written SQL names columns as they are,
 * so only built queries are translated; rows get their names once per result (`toRows`), not once
 * per row.
 */
export class CamelCaseNames extends CamelCasePlugin {
  /** By the names of the columns; few statements are asked again and again. */
  readonly #heads = new Map<string, { keys: readonly string[]; blank: UnknownRow }>()

  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  override transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return args.node.kind === 'RawNode' ? args.node : super.transformQuery(args)
  }

  override transformResult({
    result,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }

  /** Rows as objects from rows as arrays. */
  toRows(columns: readonly { name: string }[], rows: readonly unknown[][]): UnknownRow[] {
    const names = columns.map(({ name }) => name).join()
    let head = this.#heads.get(names)
    if (!head) {
      const keys = columns.map(({ name }) => this.camelCase(name))
      // Copying one row that has all keys already is several times faster than adding them one by
      // one.
      head = { keys, blank: Object.fromEntries(keys.map((key) => [key, null])) }
      if (this.#heads.size >= WATCHED_MAX) this.#heads.clear()
      this.#heads.set(names, head)
    }
    const { keys, blank } = head
    return rows.map((cells) => {
      const row: UnknownRow = { ...blank }
      for (let at = 0; at < keys.length; at++) row[keys[at]!] = cells[at]
      return row
    })
  }
}
