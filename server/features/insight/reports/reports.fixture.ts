import type { Client } from '#test/harness.ts'

/** A report as an analyst would save it, with columns by their names; answers its id. */
export async function savedReport(
  client: Client,
  {
    sql,
    fields,
    head = {},
    params = [],
  }: {
    sql: string
    fields: readonly (string | Record<string, unknown>)[]
    head?: Record<string, unknown>
    params?: readonly Record<string, unknown>[]
  },
): Promise<string> {
  const code = `r${Math.random().toString(36).slice(2)}`
  const answer = await client.post('/online/cgreport/head/add', {
    head: { code, name: code, cgrSql: sql, ...head },
    items: fields.map((one) =>
      typeof one === 'string'
        ? { fieldName: one, fieldTxt: one }
        : { fieldTxt: one.fieldName, ...one },
    ),
    params,
  })
  if (!answer.success) throw new Error(`${answer.message} ${JSON.stringify(answer.result)}`)
  return (answer.result as { id: string }).id
}
