import { beforeAll, expect, test } from 'vitest'
import { cod, codPayouts } from '#contracts/money/cod/cod.ts'
import { useWorld } from '#test/harness.ts'
import { inCod } from './cod.fixture.ts'

const world = useWorld()
let at: Awaited<ReturnType<typeof inCod>>
beforeAll(async () => {
  at = await inCod(world())
})

/** An ordered payout to the customer's account. */
async function ordered(bank: { holder?: string; iban?: string } = {}): Promise<string> {
  const who = await at.customer()
  if (bank.holder ?? bank.iban) {
    const known = await at.finance.call(cod.bank, { customerId: who })
    await at.finance.call(cod.saveBank, { ...known!, ...bank })
  }
  const order = await at.order(who, '20.00')
  await at.remit([[order.trackNo!, '20.00']])
  const [owed] = await at.owed(who)
  const [made] = (await at.run([owed!])).result as { id: string }[]
  return made!.id
}
const file = async (...ids: string[]) => {
  const answer = await at.finance.raw('POST', codPayouts.sepaFile.path, { body: { ids } })
  const text = answer.bytes.toString('utf8')
  return {
    no: /<MsgId>([^<]+)</.exec(text)?.[1] ?? null,
    ends: [...text.matchAll(/<EndToEndId>/g)].length,
    error: answer.error,
  }
}

test('each file has a number of its own, and a payout is in one until it is withdrawn', async () => {
  const [a, b, c] = [await ordered(), await ordered(), await ordered()]
  const first = await file(a, b)
  expect(first).toMatchObject({ no: expect.stringMatching(/^SF\d+$/), ends: 2 })
  expect(await file(a, c)).toMatchObject({ no: null, error: 'cod.inFile' })
  expect(await file(a)).toMatchObject({ no: null, error: 'cod.inFile' })
  expect(await file(b, a)).toMatchObject({ no: first.no, ends: 2 })

  const withdrawn = await at.finance.call(codPayouts.withdrawFile, { id: b, reason: 'refused' })
  expect(withdrawn).toEqual({ fileNo: first.no, payouts: 2 })
  const again = await file(a, c)
  expect(again.ends).toBe(2)
  expect(again.no).not.toBe(first.no)
})

test('what the bank has made stays in its file', async () => {
  const id = await ordered()
  await file(id)
  await at.finance.call(codPayouts.pay, { ids: [id] })
  const answer = await at.finance.put(codPayouts.withdrawFile.path, { id, reason: 'late' })
  expect(answer.error).toBe('cod.filePaid')
})

test('an account outside SEPA is refused, a name in other letters is written in ours', async () => {
  const outside = await ordered({ iban: 'KW81CBKU0000000000001234560101' })
  expect(await file(outside)).toMatchObject({ no: null, error: 'cod.notSepa' })
  const id = await ordered({ holder: '深圳市环宇贸易有限公司' })
  const answer = await at.finance.raw('POST', codPayouts.sepaFile.path, { body: { ids: [id] } })
  expect(answer.bytes.toString('utf8')).toContain(
    '<Nm>Shen Zhen Shi Huan Yu Mao Yi You Xian Gong Si</Nm>',
  )
})
