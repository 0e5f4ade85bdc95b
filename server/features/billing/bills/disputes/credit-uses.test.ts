import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { billLines } from '#contracts/billing/bill-lines.ts'
import { billRuns } from '#contracts/billing/bill-runs.ts'
import { BILL_CODES } from '#contracts/billing/bills.states.ts'
import { disputes } from '#contracts/billing/disputes.ts'
import { formatMoney } from '#contracts/kit/money.ts'
import { useWorld } from '#test/harness.ts'
import { inBills, type BilledParcelRow } from '../bills.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inBills>>
beforeAll(async () => {
  at = await inBills(world())
})

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)

let files = 0
/** What a parcel's bills, disputes and notes do, in one currency. */
function inCurrency(one: BilledParcelRow, currency: string) {
  const text = (minor: bigint) => formatMoney({ minor, currency })
  const take = async (amounts: readonly bigint[], charge: string, reference?: string) =>
    at.take(
      amounts.map((minor, no) => ({
        trackNo: reference ? '' : one.trackNo,
        charge: `${charge} ${no}`,
        amount: text(minor),
        // The same file again would be known.
        kg: `${++files}`,
        ...(reference ? { reference } : {}),
      })),
      { currency, total: text(sum(amounts)) },
    )
  const linesOf = async (runId: string) =>
    (await at.lines(runId)).map(({ id, state, amount, credit }) => ({
      id: id!,
      state: state!,
      amount: BigInt(amount!),
      credit: BigInt(credit!),
    }))
  return {
    /** A bill of unknown charges, all of them in a dispute that is sent. */
    async dispute(claims: readonly bigint[], charge: string) {
      const run = await take(claims, charge)
      const { disputeId: id } = await at.finance.call(
        billRuns.dispute,
        { id: run.id, codes: [...BILL_CODES], note: '' },
        { 'Idempotency-Key': `dispute-${run.id}` },
      )
      await at.finance.call(disputes.send, { ids: [id] })
      return { id, runId: run.id, claimed: sum(claims) }
    },
    async settle(id: string, credit: bigint) {
      const { version } = (await at.finance.call(disputes.queryById, { id })) as { version: number }
      return at.finance.call(disputes.settle, {
        id,
        version,
        creditReceived: text(credit),
        note: '',
      })
    },
    note: (minor: bigint, reference?: string) => take([-minor], 'Credit', reference),
    async accept(runId: string) {
      const open = (await linesOf(runId)).filter(({ state }) => state === 'open')
      if (open.length > 0)
        await at.finance.call(billLines.accept, { ids: open.map(({ id }) => id), note: '' })
    },
    async post(runId: string) {
      await at.finance.call(billRuns.post, { id: runId })
      await at.work(runId)
    },
    linesOf,
    /** What the supplier is owed for the parcel's customer. */
    owed: async () =>
      sum(
        (
          await at.query<{ balance: string }>(
            `select balance from ledger_account where party_id = $1 and kind = 'payable'
              and currency = $2 and ref like 'supplier:%'`,
            [one.customerId, currency],
          )
        ).map(({ balance }) => BigInt(balance)),
      ),
  }
}
const uses = (runIds: readonly string[]) =>
  at.query<{ noteId: string; lineId: string; amount: string }>(
    `select u.note_id as "noteId", u.line_id as "lineId", u.amount from bill_use u
      join bill_line n on n.tenant_id = u.tenant_id and n.id = u.note_id
      where n.run_id = any($1)`,
    [runIds],
  )

async function parcelIn(currency: string) {
  const [one] = await at.parcels()
  return { one: one!, is: inCurrency(one!, currency) }
}

describe('money back on an accepted note, and then settled', () => {
  test('of several lines of a parcel is booked once', async () => {
    const { is } = await parcelIn('KWD')
    const { id, runId } = await is.dispute([5_000n, 3_000n], 'Extra')
    const note = await is.note(8_000n)
    await is.accept(note.id)
    await is.post(note.id)
    await is.settle(id, 8_000n)
    await is.post(runId)
    expect(await is.owed()).toBe(0n)
  })

  test('of one dispute is none of another', async () => {
    const { is } = await parcelIn('JPY')
    const first = await is.dispute([500n], 'Extra')
    const second = await is.dispute([700n], 'Other')
    const note = await is.note(500n)
    await is.accept(note.id)
    await is.post(note.id)
    for (const { id, runId, claimed } of [first, second]) {
      await is.settle(id, claimed)
      await is.post(runId)
    }
    // The carrier owes 1200 in all, of which the note is a part.
    expect(await is.owed()).toBe(0n)
    expect((await uses([note.id])).map(({ amount }) => amount)).toEqual(['500'])
  })

  test('that answers two disputes is used by both, and no more than it is', async () => {
    const { is } = await parcelIn('JPY')
    const first = await is.dispute([500n], 'Extra')
    const second = await is.dispute([700n], 'Other')
    const note = await is.note(900n)
    await is.accept(note.id)
    for (const { id, claimed } of [first, second]) await is.settle(id, claimed)
    for (const id of [note.id, first.runId, second.runId]) await is.post(id)
    expect(await is.owed()).toBe(0n)
    expect((await uses([note.id])).map(({ amount }) => amount).toSorted()).toEqual(['400', '500'])
  })

  test('found by the number of the dispute alone is booked once', async () => {
    const { is } = await parcelIn('EUR')
    const { id, runId } = await is.dispute([500n], 'Extra')
    const { no } = (await at.finance.call(disputes.queryById, { id })) as { no: string }
    const note = await is.note(500n, no)
    await is.accept(note.id)
    await is.settle(id, 500n)
    // No parcel is named: it is owed back to the supplier itself, once.
    expect(await uses([note.id])).toMatchObject([{ amount: '500' }])
    expect(await is.linesOf(runId)).toMatchObject([{ state: 'credited', credit: 0n }])
  })

  test('in part leaves the rest of the note to itself', async () => {
    const { is } = await parcelIn('KWD')
    const { id, runId } = await is.dispute([5_000n], 'Extra')
    const note = await is.note(4_000n)
    await is.accept(note.id)
    await is.settle(id, 1_500n)
    for (const one of [note.id, runId]) await is.post(one)
    expect(await is.owed()).toBe(1_000n)
  })

  test('a dispute that is withdrawn leaves no use of the note', async () => {
    const { is } = await parcelIn('JPY')
    const { id, runId } = await is.dispute([500n], 'Extra')
    const note = await is.note(500n)
    await is.accept(note.id)
    await is.post(note.id)
    await at.finance.call(disputes.withdraw, { ids: [id] })
    expect(await uses([note.id])).toEqual([])
    await is.accept(runId)
    await is.post(runId)
    expect(await is.owed()).toBe(0n)
  })

  test('accepted while a long bill is being posted is booked once', async () => {
    const { is } = await parcelIn('JPY')
    const { id, runId } = await is.dispute([500n], 'Extra')
    const note = await is.note(500n)
    // The first part of its bill is posted, or it broke after it.
    await at.query(`update bill_run set state = 'posting', position = 1 where id = $1`, [note.id])
    await is.settle(id, 500n)
    await is.accept(note.id)
    await at.work(note.id)
    await is.post(runId)
    expect(await is.owed()).toBe(0n)
  })

  test('answers lines that were withdrawn and disputed again', async () => {
    const { is } = await parcelIn('JPY')
    const first = await is.dispute([500n], 'Extra')
    const note = await is.note(500n)
    await is.accept(note.id)
    await is.post(note.id)
    await at.finance.call(disputes.withdraw, { ids: [first.id] })
    const again = await at.finance.call(
      billRuns.dispute,
      { id: first.runId, codes: [...BILL_CODES], note: '' },
      { 'Idempotency-Key': `again-${first.runId}` },
    )
    await at.finance.call(disputes.send, { ids: [again.disputeId] })
    await is.settle(again.disputeId, 500n)
    await is.post(first.runId)
    expect(await is.owed()).toBe(0n)
  })

  test('is not disputed itself: it would count twice', async () => {
    const { is } = await parcelIn('EUR')
    await is.dispute([500n], 'Extra')
    const note = await is.note(300n)
    const [line] = await is.linesOf(note.id)
    const one = await at.finance.put(billLines.dispute.path, { ids: [line!.id], note: '' })
    expect(JSON.stringify(one)).toContain('money back')
    const all = await at.finance.post(billRuns.dispute.path, {
      id: note.id,
      codes: [...BILL_CODES],
      note: '',
    })
    expect(all.success, all.message).toBe(false)
    expect((await is.linesOf(note.id))[0]!.state).toBe('open')
  })

  test('and two users who settle at once: one of them does', async () => {
    const { is } = await parcelIn('JPY')
    const first = await is.dispute([500n], 'Extra')
    const second = await is.dispute([500n], 'Other')
    const note = await is.note(500n)
    await is.accept(note.id)
    const settle = async ({ id, claimed }: typeof first) =>
      is.settle(id, claimed).then(
        () => true,
        () => false,
      )
    const done = await Promise.all([first, first, second, second].map(settle))
    expect(done.filter(Boolean)).toHaveLength(2)
    for (const id of [note.id, first.runId, second.runId]) await is.post(id)
    expect(await is.owed()).toBe(0n)
    expect(await uses([note.id])).toMatchObject([{ amount: '500' }])
  })
})

describe('whatever the order of notes and disputes', () => {
  const claims = fc.array(fc.bigInt({ min: 1n, max: 900n }), { minLength: 1, maxLength: 2 })
  const program = fc.record({
    claims: fc.tuple(claims, claims),
    /** Thousandths of what was claimed. */
    shares: fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 })),
    notes: fc.array(fc.bigInt({ min: 1n, max: 1_500n }), { minLength: 1, maxLength: 3 }),
    again: fc.boolean(),
    order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  })
  test.each(['JPY', 'EUR', 'KWD'])(
    'each part of it is booked exactly once, in %s',
    async (currency) => {
      await fc.assert(
        fc.asyncProperty(program, async ({ claims: of, shares, notes, again, order }) => {
          const { is } = await parcelIn(currency)
          const made = [await is.dispute(of[0], 'Extra'), await is.dispute(of[1], 'Other')]
          const credits = made.map(({ claimed }, no) => (claimed * BigInt(shares[no]!)) / 1000n)
          const back = again ? [...notes, notes[0]!] : notes
          const runs: string[] = []
          // Each step waits for those before it in its own row; the rows are mixed.
          const rows = [
            ...made.map(({ id, runId }, no) => [
              () => is.settle(id, credits[no]!),
              () => is.post(runId),
            ]),
            ...back.map((minor) => {
              let run = ''
              return [
                async () => runs.push((run = (await is.note(minor)).id)),
                () => is.accept(run),
                () => is.post(run),
              ]
            }),
          ]
          for (let step = 0; rows.some((row) => row.length > 0); step++) {
            const left = rows.filter((row) => row.length > 0)
            await left[order[step % order.length]! % left.length]!.shift()!()
          }
          const [claimed, settled, noted] = [
            sum(made.map((one) => one.claimed)),
            sum(credits),
            sum(back),
          ]
          // What a carrier agreed to give back and what it gave back on notes are the same money.
          expect(await is.owed()).toBe(claimed - (settled > noted ? settled : noted))
          const used = await uses(runs)
          const of2 = (key: 'noteId' | 'lineId', id: string) =>
            sum(used.flatMap((use) => (use[key] === id ? BigInt(use.amount) : [])))
          for (const run of runs)
            for (const { id, amount } of await is.linesOf(run))
              expect(of2('noteId', id)).toBeLessThanOrEqual(-amount)
          for (const { runId } of made)
            for (const { id, amount } of await is.linesOf(runId))
              expect(of2('lineId', id)).toBeLessThanOrEqual(amount)
          expect((await at.drift()).drift).toEqual([])
        }),
        { numRuns: 4 },
      )
    },
    180_000,
  )
})
