import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { wallText } from './calendar.ts'

export type Cell = string | number | boolean | bigint | null

const SPECIAL = /[\\\n\r\t]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function cellText(value: Cell): string {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return value === true ? 't' : value === false ? 'f' : String(value)
  return SPECIAL.test(value) ? value.replace(/[\\\n\r\t]/g, (char) => ESCAPES[char] ?? char) : value
}

/** Rows of one table on their way into it, in COPY's text form. */
export class Rows {
  readonly #into: string
  #text = ''

  constructor(table: string, columns: string) {
    this.#into = `${table} (${columns})`
  }

  add(...cells: readonly Cell[]): void {
    let line = ''
    for (let i = 0; i < cells.length; i++) line += (i === 0 ? '' : '\t') + cellText(cells[i] ?? null)
    this.#text += `${line}\n`
  }

  /** Writes what was added. Throws what PostgreSQL says to it. */
  async flush(client: ClientBase): Promise<void> {
    if (this.#text === '') return
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${this.#into} from stdin`)))
  }
}

/** A moment as PostgreSQL reads it. */
export const stamp = (at: number | null | undefined): string | null => (at === null || at === undefined ? null : `${wallText(at)}+00`)
/** bytea in hexadecimal. */
export const hexBytes = (hex: string): string => `\\x${hex}`
