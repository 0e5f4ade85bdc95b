declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream'
  import type { Submittable } from 'pg'

  /** `COPY … FROM STDIN`: hand it to `client.query` and write the rows into it. */
  export function from(text: string): Writable & Submittable
}
