import pg from 'pg'

/** What of a prepared statement's answer is the same each time: its columns and their readers. */
interface Shape {
  fields: unknown
  _parsers: unknown
  _prebuiltEmptyResultObject: unknown
}
export type Shapes = Map<string, Shape>

/** The parts of pg's queries that are used here; its types do not name them. */
interface Sent {
  name: string
  values: unknown[]
  _result: Shape
  _accumulateRows: boolean
  hasBeenParsed(connection: Connection): boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}
interface Connection {
  bind(message: object): void
  execute(message: object): void
  sync(): void
}
export interface NamedQuery {
  name: string
  text: string
  values: unknown[]
  rowMode: 'array'
}
type Callback = (error: Error | null, result: pg.QueryArrayResult) => void
const PgQuery = pg.Query as unknown as new (query: NamedQuery, callback: Callback) => Sent
const { prepareValue } = (pg as unknown as { utils: { prepareValue: unknown } }).utils

/**
 * A prepared statement whose columns are asked for once per connection, not at each use: of a wide
 * row they are a third of the work. They cannot change meanwhile: where a table did, the server
 * refuses the statement (`isStaleStatement`).
 */
export class PreparedQuery extends PgQuery {
  readonly #shapes: Shapes

  constructor(query: NamedQuery, shapes: Shapes, callback: Callback) {
    super(query, callback)
    this.#shapes = shapes
  }

  override prepare(connection: Connection): void {
    const known = this.#shapes.get(this.name)
    if (!known || !this.hasBeenParsed(connection)) return super.prepare(connection)
    try {
      connection.bind({ statement: this.name, values: this.values, valueMapper: prepareValue })
    } catch {
      // A value that cannot be written: nothing was sent, and this way it is reported.
      return super.prepare(connection)
    }
    Object.assign(this._result, known)
    this._accumulateRows = true
    connection.execute({})
    connection.sync()
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }
}

/** Sends a prepared statement. */
export function queryPrepared(
  client: pg.ClientBase,
  query: NamedQuery,
  shapes: Shapes,
): Promise<pg.QueryArrayResult> {
  return new Promise((resolve, reject) => {
    const sent = new PreparedQuery(query, shapes, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    client.query(sent as unknown as pg.Submittable)
  })
}
