import { sql } from 'kysely'
import type { podCarriers } from '#contracts/billing/pod-carriers.ts'
import type { In, Out } from '#contracts/kit/endpoint.ts'
import { carrierAccount, logCalls } from '#server/features/carriers/carriers/index.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { fail, failFields, failMissing } from '#server/kit/http/errors.ts'
import { shortPattern } from '#server/kit/patterns/pattern-cost.ts'
import { namePatterns, readName } from './file-names.ts'

interface Patterns {
  filePatterns: string | null
  numberPattern: string | null
}

/** What a carrier's patterns read of names of files. */
export async function testNames(
  ctx: Ctx,
  { id, names, ...sent }: In<typeof podCarriers.test>,
): Promise<Out<typeof podCarriers.test>> {
  const stored = id === undefined ? null : await patternsOf(ctx, id)
  const { patterns, wrong } = namePatterns(sent.filePatterns ?? stored?.filePatterns ?? null)
  if (wrong.length > 0)
    failFields([{ path: 'filePatterns', code: 'pod.namePattern', data: { pattern: wrong[0]! } }])
  const written = sent.numberPattern ?? stored?.numberPattern ?? ''
  const own = written === '' ? null : shortPattern(written)
  if (written !== '' && !own) failFields([{ path: 'numberPattern', code: 'pod.numberPattern' }])
  return names.map((name) => {
    const found = readName(patterns, name)
    const numbers = found?.numbers ?? []
    return {
      name,
      pattern: found?.pattern.text ?? null,
      numbers,
      own: own && found ? numbers.some(({ number }) => own.matches(number)) : null,
    }
  })
}

async function patternsOf(ctx: Ctx, id: string): Promise<Patterns> {
  const { rows } = await sql<Patterns>`select c.file_patterns, c.number_pattern
    from ${ctx.rows('podCarrier').as('c')} where c.id = ${id}`.execute(ctx.db)
  return rows[0] ?? failMissing()
}

/** Asks the API behind a carrier whether it answers. */
export async function testApi(
  ctx: Ctx,
  { id }: In<typeof podCarriers.testApi>,
): Promise<Out<typeof podCarriers.testApi>> {
  const { rows } = await sql<{ name: string; courier: string | null }>`select c.name,
      k.code as courier
    from ${ctx.rows('podCarrier').as('c')}
      left join ${ctx.rows('courier').as('k')} on k.id = c.courier_id
    where c.id = ${id}`.execute(ctx.db)
  const row = rows[0] ?? failMissing()
  const account = row.courier === null ? null : await carrierAccount(ctx, row.courier)
  if (!account) fail('pod.noApi', { label: row.name })
  const { ok, detail } = await account.adapter.health()
  await logCalls(ctx, account)
  return { ok, detail, proofs: account.adapter.fetchPod !== undefined }
}

/** Proofs that are still to come and those that count as missing, by carrier. */
export async function countMissing(ctx: Ctx): Promise<Out<typeof podCarriers.missing>> {
  const { rows } = await sql<{ id: string; open: number; missing: number }>`select
      p.pod_carrier_id as id,
      count(*) filter (where p.state in ('EXPECTED', 'REQUESTED', 'REJECTED'))::int as open,
      count(*) filter (where p.state = 'MISSING')::int as missing
    from ${ctx.rows('pod').as('p')}
    where p.pod_carrier_id is not null
      and p.state in ('EXPECTED', 'REQUESTED', 'REJECTED', 'MISSING')
    group by p.pod_carrier_id`.execute(ctx.db)
  return rows
}
