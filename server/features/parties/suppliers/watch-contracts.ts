import { businessDay } from '#server/kit/db/business-day.ts'
import { sql } from 'kysely'
import { contractEnds } from '#contracts/parties/suppliers.events.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { inTx } from '#server/kit/db/tx.ts'
import { inEachTenant } from '#server/kit/jobs/each-tenant.ts'
import { schedule } from '#server/kit/jobs/jobs.ts'

schedule('suppliers.contracts', '20 * * * *', watchContracts)

/** Contracts that end soon, in every tenant; one that fails does not keep the others. */
function watchContracts(ctx: Ctx): Promise<void> {
  return inEachTenant(ctx, 'contracts not watched', watchTenant)
}

/** Each end is announced once; a contract that is prolonged has another end. */
function watchTenant(ctx: Ctx): Promise<void> {
  return inTx(ctx, async (tx) => {
    const day = await businessDay(tx)
    const due = await sql<{
      id: string
      code: string
      name: string
      contractNo: string | null
      end: string
      days: number
    }>`update supplier as s set noticed_end = s.contract_to
      where ${tx.rows('supplier').where('s')} and s.enabled and s.notice_days > 0
        and s.contract_to >= ${day}::date and s.contract_to <= ${day}::date + s.notice_days
        and s.noticed_end is distinct from s.contract_to
      returning s.id, s.code, s.name, s.contract_no, s.contract_to::text as "end",
        s.contract_to - ${day}::date as days`.execute(tx.db)
    for (const row of due.rows) await tx.emit(contractEnds, row)
  })
}
