import { ask, newAccount, row, setUp } from '#server/features/money/recharges/recharges.fixture.ts'
import type { World } from '../harness.ts'
import { MISSING, twice, type RowsByHand } from './bulk-rows.shape.ts'

/** Rows for bulk calls on movements of a bank. */
export function moneyRows(world: World): RowsByHand {
  let count = 0
  const line = async (accountId: string, more: { reference?: string; rechargeId?: string } = {}) =>
    (
      await world.db.pool.query<{ id: string }>(
        `insert into bank_line (tenant_id, receiving_account_id, file_name, line_no, dedupe,
            currency, amount, booked_on, reference, status, suggested_id)
          values ($1, $2, 'bulk', $3, $4, 'EUR', 700, '2026-04-01', $5, 'open', $6) returning id`,
        [
          world.tenantId,
          accountId,
          ++count,
          `bulk ${count}`,
          more.reference ?? null,
          more.rechargeId ?? null,
        ],
      )
    ).rows[0]!.id
  return {
    '/erp/bankLine/matchSure': async () => {
      const { finance, customer, accounts } = await setUp(world)
      const sure = async () => {
        const { id, reference } = row(await ask(customer, accounts.EUR!, '7.00'))
        return line(accounts.EUR!, { reference, rechargeId: id })
      }
      return {
        client: finance,
        ...(await twice(sure)),
        bad: await line(accounts.EUR!),
        code: 'bank.notSure',
      }
    },
    '/erp/bankLine/ignore': async () => {
      const { finance } = await setUp(world)
      const accountId = await newAccount(finance, { currency: 'EUR' })
      return {
        client: finance,
        ...(await twice(() => line(accountId))),
        ...MISSING,
        more: { reason: 'bulk' },
      }
    },
  }
}
