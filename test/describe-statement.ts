import type pg from 'pg'

export interface Column {
  name: string
  /** What the driver makes of it: `string`, `number`, `boolean`, these with `[]`, or `any`. */
  kind: string
}

const KINDS: Record<string, readonly number[]> = {
  boolean: [16],
  // int2, int4, float4, float8
  number: [21, 23, 700, 701],
  // int8, name, text, date, timestamp, timestamptz, interval, numeric, uuid, inet, cidr, xid8
  string: [20, 19, 25, 1082, 1114, 1184, 1186, 1700, 2950, 869, 650, 5069, 1043],
  'boolean[]': [1000],
  'number[]': [1005, 1007, 1021, 1022],
  'string[]': [1016, 1009, 1015, 1182, 1115, 1185, 1231, 2951],
}
const kindOf = (oid: number): string =>
  Object.entries(KINDS).find(([, oids]) => oids.includes(oid))?.[0] ?? 'any'

interface Connection {
  parse: (message: { text: string; name: string; types: number[] }, more?: boolean) => void
  describe: (message: { type: 'S'; name: string }, more?: boolean) => void
  sync: () => void
}

/**
 * The columns a statement answers with, as PostgreSQL reports without running it; an error where it
 * does not take the text.
 */
export function describeStatement(client: pg.Client, text: string): Promise<Column[] | Error> {
  return new Promise((resolve) => {
    let answer: Column[] | Error = []
    client.query({
      submit(connection: Connection) {
        connection.parse({ text, name: '', types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        answer = fields.map(({ name, dataTypeID }) => ({ name, kind: kindOf(dataTypeID) }))
      },
      handleError(error: Error) {
        // The client drops a query that failed: it does not report when it is ready.
        resolve(error)
      },
      handleReadyForQuery() {
        resolve(answer)
      },
    } as unknown as pg.Submittable)
  })
}
