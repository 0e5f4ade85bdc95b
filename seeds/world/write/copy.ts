import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { wallText } from '../calendar.ts'

export type Cell = string | number | boolean | bigint | null

const SPECIAL = /[\\\n\r\t]/
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

function cellText(value: Cell): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return value === true ? 't' : value === false ? 'f' : String(value)
  return SPECIAL.test(value) ? value.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : value
}

/**
 * Rows of one table on their way into it, in COPY's text form. Lines are written out at once:
 * millions kept as text would live through every garbage collection.
 */
export class Rows {
  readonly #into: string
  #bytes = Buffer.allocUnsafe(1 << 16)
  #length = 0

  constructor(table: string, columns: string) {
    this.#into = `${table} (${columns})`
  }

  add(...cells: readonly Cell[]): void {
    let line = cellText(cells[0] ?? null)
    for (let i = 1; i < cells.length; i++) line += `\t${cellText(cells[i] ?? null)}`
    // UTF-8 takes three bytes of a UTF-16 unit at most.
    const available = line.length * 3 + 1
    if (this.#length + available > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + available))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#length += this.#bytes.write(line, this.#length, 'utf8')
    this.#bytes[this.#length++] = 10
  }

  /** Writes what was added. Throws PostgreSQL's error. */
  async flush(client: ClientBase): Promise<void> {
    if (this.#length === 0) return
    const bytes = this.#bytes.subarray(0, this.#length)
    this.#bytes = Buffer.allocUnsafe(0)
    this.#length = 0
    await pipeline(
      Readable.from([bytes], { objectMode: false }),
      client.query(copyFrom(`copy ${this.#into} from stdin`)),
    )
  }
}

/** A moment as PostgreSQL reads it. */
export const stamp = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : `${wallText(at)}+00`
/** bytea in hexadecimal. */
export const hexBytes = (hex: string): string => `\\x${hex}`
