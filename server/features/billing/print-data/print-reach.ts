import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { carrierPerms } from '#contracts/carriers/carrier-sets.ts'
import { PRINT_KINDS, type PrintKind, type printJobList } from '#contracts/billing/print-jobs.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import type { Hooks } from '#server/kit/resource/hooks.ts'

const PERMS = {
  pods: 'pod:pod:list',
  invoices: 'acc:invoice:list',
  statements: 'acc:account:list',
} as const

/** Whether the caller may see papers of this kind at all. */
export const maySee = (ctx: Ctx, kind: PrintKind): boolean =>
  kind === 'manifests'
    ? carrierPerms('batch', 'list').some((perm) => ctx.can(perm))
    : ctx.can(PERMS[kind])

const WHOLE: readonly string[] = ['platform', 'tenant']

/**
 * Sets of print jobs `alias` that are open to the caller: of papers one may list, and of others only
 * to whom no customer's papers are hidden.
 */
export function setsInReach(ctx: Ctx, alias: string): RawBuilder<SqlBool> {
  const { dataScope, username } = ctx.principal
  const kinds = PRINT_KINDS.filter((kind) => maySee(ctx, kind))
  return sql<SqlBool>`(${sql.ref(`${alias}.kind`)} = any(${kinds}::text[])
    and (${WHOLE.includes(dataScope)} or lower(${sql.ref(`${alias}.create_by`)}) = lower(${username})))`
}

export const printHooks: Hooks<typeof printJobList> = {
  listQuery: (ctx) => [setsInReach(ctx, 't')],
  beforeDelete: async (tx, { id }) => {
    const open = await sql`select 1 from ${tx.rows('printJob').as('j')}
      where j.id = ${id} and ${setsInReach(tx, 'j')}`.execute(tx.db)
    if (open.rows.length === 0) failMissing()
  },
}
