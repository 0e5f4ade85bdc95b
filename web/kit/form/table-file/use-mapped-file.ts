import { useState } from 'react'

export interface MappedFields {
  mapping?: string
  remap?: 'true'
  dryRun?: 'true'
}

/**
 * A table that is read by the mapping of its columns: asked for where its headings are new, shown as
 * a dry run, then taken. `send` is given the answer before, and answers null where it was refused.
 */
export function useMappedFile<R extends { rows: unknown }>(
  send: (file: File, fields: MappedFields, before: R | null) => Promise<R | null>,
) {
  const [file, setFile] = useState<File | null>(null)
  const [table, setTable] = useState<R | null>(null)
  const [result, setResult] = useState<R | null>(null)
  const [mapping, setMapping] = useState<string | null>(null)
  const run = async (chosen: File, fields: MappedFields) => {
    const answer = await send(chosen, fields, result)
    setResult(answer)
    if (answer?.rows) setTable(answer)
  }
  const start = (chosen: File | null) => {
    setFile(chosen)
    setTable(null)
    setResult(null)
    setMapping(null)
  }
  return {
    file,
    /** The answer that has the rows to be mapped. */
    table,
    isMapping: table !== null && (result === null || Boolean(result.rows)),
    /** What was read; null while columns are asked for. */
    read: result?.rows ? null : result,
    choose: (chosen: File) => {
      start(chosen)
      void run(chosen, { dryRun: 'true' })
    },
    map: (of: object) => {
      const text = JSON.stringify(of)
      setMapping(text)
      if (file) void run(file, { mapping: text, dryRun: 'true' })
    },
    /** Leads back to the columns, as they were chosen. */
    remap: () => {
      if (table) setResult(table)
      else if (file) void run(file, { remap: 'true', dryRun: 'true' })
    },
    take: () => {
      if (file) void run(file, mapping === null ? {} : { mapping })
    },
    /** It is of another source now: nothing of it is known. */
    reset: () => start(null),
  }
}
