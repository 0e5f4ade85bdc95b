import { expect, test } from 'vitest'
import { useWorld } from '#test/harness.ts'
import { openDatabase } from '#server/kit/db/database.ts'
import { clearPrincipalCaches, principals } from './principals.ts'

const world = useWorld()

test('many requests of one session at once ask the database who it is once', async () => {
  const db = openDatabase(world().db.url, { max: 8 })
  try {
    let requested = 0
    db.pool.on('acquire', () => requested++)
    const known = principals(db)
    const token = (await world().as('manager')).token!
    const found = await Promise.all(Array.from({ length: 30 }, () => known.resolve(token, '0')))
    expect(requested).toBe(1)
    expect(found.every((one) => one === found[0] && one !== null && 'principal' in one)).toBe(true)

    // What is asked after a right was taken does not get the answer that was on its way.
    clearPrincipalCaches()
    const before = known.resolve(token, '')
    clearPrincipalCaches()
    const after = known.resolve(token, '')
    await Promise.all([before, after])
    expect(requested).toBe(3)
  } finally {
    await db.close()
  }
})
