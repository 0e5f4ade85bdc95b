declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** `COPY … FROM STDIN`: hand it to `client.query` and write the rows into it. */
  export function from(text: string): Writable & Submittable & { rowCount: number }
  /** `COPY … TO STDOUT`: hand it to `client.query` and read the rows out of it. */
  export function to(text: string): Readable & Submittable & { rowCount: number }
}
