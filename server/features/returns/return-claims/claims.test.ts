import { expect, test } from 'vitest'
import { recordFiles } from '#contracts/platform/operations/files.ts'
import { returnClaimList, returnClaims } from '#contracts/returns/return-claims.ts'
import { RETURN } from '#contracts/returns/return-tracks.states.ts'
import { returnTracks } from '#contracts/returns/return-tracks.calls.ts'
import { returnPools } from '#contracts/returns/return-pools.ts'
import { track, unconfirmed } from '#server/features/returns/return-tracks/returns.fixture.ts'
import { useWorld } from '#test/harness.ts'

const world = useWorld()
const TEXT = 'It has our blue sticker on its side'

async function pooled(): Promise<string> {
  const id = await unconfirmed(world())
  await (await world().as('manager')).call(returnPools.release, { ids: [id] })
  return id
}
const claim = async (trackId: string, by: 'customer' | 'otherCustomer') =>
  (await world().as(by)).call(returnClaims.add, { trackId, text: TEXT })

test('two claims on one are decided by a person: one wins, the others are rejected with it', async () => {
  const id = await pooled()
  const [one, two] = [await claim(id, 'customer'), await claim(id, 'otherCustomer')]
  expect((await track(world(), id)).state).toBe(RETURN.CLAIMED)
  const customer = await world().as('customer')
  expect(await customer.post(returnClaims.add.path, { trackId: id, text: TEXT })).toMatchObject({
    error: 'returns.claimedBefore',
  })
  expect((await customer.call(returnClaimList.endpoints.list, {})).records).toMatchObject([
    { id: one.id },
  ])
  expect((await customer.put(returnClaims.approve.path, { id: one.id, version: 1 })).status).toBe(
    403,
  )
  const boss = await world().as('manager')
  const both = await Promise.all([
    boss.put(returnClaims.approve.path, { id: one.id, version: one.version }),
    (await world().as('service')).put(returnClaims.approve.path, {
      id: two.id,
      version: two.version,
    }),
  ])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(both.find(({ success }) => !success)).toMatchObject({
    code: 409,
    error: 'returns.claimDecided',
  })
  const all = (await boss.call(returnClaimList.endpoints.list, {})).records
  expect(all.map(({ state }) => state).toSorted()).toEqual(['2', '3'])
  const owner = all.find(({ state }) => state === '2')!.customerId
  expect((await boss.call(returnTracks.list, { pool: 'my' })).records).toMatchObject([
    { id, customerId: owner },
  ])
})

test('rejected or withdrawn, it is free again; distributed by staff, its claims are rejected', async () => {
  const id = await pooled()
  const one = await claim(id, 'customer')
  const customer = await world().as('customer')
  expect(
    await customer.put(returnClaims.withdraw.path, { id: one.id, version: one.version }),
  ).toMatchObject({ success: true, result: { state: '4' } })
  expect((await track(world(), id)).state).toBe(RETURN.COMMON)
  const two = await claim(id, 'otherCustomer')
  const boss = await world().as('manager')
  expect(
    (await boss.put(returnClaims.reject.path, { id: two.id, version: two.version })).success,
  ).toBe(false)
  const extended = await boss.call(returnClaims.extend, {
    id: two.id,
    version: two.version,
    days: 3,
  })
  await boss.call(returnPools.distribute, {
    ids: [id],
    customerId: world().customerId,
    reason: 'papers',
  })
  expect((await boss.call(returnClaimList.endpoints.queryById, { id: two.id })).state).toBe('3')
  expect(
    await boss.put(returnClaims.approve.path, { id: two.id, version: extended.version }),
  ).toMatchObject({
    code: 409,
  })
})

test('only what is in the pool can be claimed, by customers', async () => {
  const id = await unconfirmed(world())
  const customer = await world().as('customer')
  expect((await customer.post(returnClaims.add.path, { trackId: id, text: TEXT })).status).toBe(404)
  const boss = await world().as('manager')
  expect(
    (await boss.post(returnClaims.add.path, { trackId: await pooled(), text: TEXT })).status,
  ).toBe(403)
})

test('who decides reads the proof of a claim, and knows which return it is to; nothing is added', async () => {
  const id = await pooled()
  const customer = await world().as('customer')
  const { message } = await customer.upload('/sys/common/upload', 'proof.pdf', '%PDF-1.7\n%%EOF')
  const made = await customer.call(returnClaims.add, { trackId: id, text: TEXT, proofs: [message] })
  const service = await world().as('service')
  const of = { ownerKind: 'return_claim', ownerId: made.id, kind: 'document' } as const
  expect(await service.call(recordFiles.list, of)).toMatchObject({
    files: [{ fileName: 'proof.pdf' }],
    mayChange: false,
  })
  expect((await service.call(returnClaimList.endpoints.queryById, { id: made.id })).trackId).toBe(
    id,
  )
  const added = await service.upload(recordFiles.upload.path, 'more.pdf', '%PDF-1.7\n%%EOF', of)
  expect(added.code).toBe(403)
})
