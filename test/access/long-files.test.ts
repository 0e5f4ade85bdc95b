import { beforeAll, expect, test, vi } from 'vitest'
import { poolNumbers } from '#contracts/commercial/numbers/number-pools.ts'
import { PASSWORD, openWorld, useOwnWorld, type Answer, type Client } from '../harness.ts'
import { NO_TABLES, TABLE_IMPORTS } from './long-files.fixture.ts'
import { answeredBefore, longText, TEXT_CLASSES } from './long-texts.fixture.ts'
import { watchRoutes } from './routes.ts'

const watch = watchRoutes()
const world = useOwnWorld()
let staff: Client
let other: Client
beforeAll(async () => {
  // Other suites of this worker made its app before: an app of its own shows its routes.
  const shown = await openWorld({})
  watch.stop()
  await shown.close()
  staff = await world().as('tenantAdmin')
  await staff.post('/sys/stepUp', { password: PASSWORD })
  other = await world().otherTenantUser()
})

test('every call that takes a file is known', () => {
  const calls = watch.routes.flatMap(({ endpoint }) =>
    endpoint?.body === 'multipart' ? [endpoint.path] : [],
  )
  const known = new Set([...NO_TABLES, ...TABLE_IMPORTS.map(({ path }) => path)])
  expect(new Set(calls)).toEqual(known)
})

/** One column after the other has one class after the other; few of the longest fit a file. */
function fileOf(titles: readonly string[], length: number): string {
  const rows = titles.flatMap((_, column) =>
    Object.values(TEXT_CLASSES)
      .filter((__, at) => length < 10_000 || (at + column) % 8 === 0)
      .map((unit) => titles.map((___, at) => (at === column ? longText(unit, length) : '1'))),
  )
  return [titles, ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'))
    .join('\n')
}

/** Numbers are taken by a job. */
async function ended(answers: readonly Answer[]): Promise<void> {
  for (const { result } of answers)
    await vi.waitUntil(
      async () =>
        (await staff.call(poolNumbers.importById, result as { id: string })).status === 'done',
      { timeout: 90_000, interval: 100 },
    )
}

test.each(TABLE_IMPORTS)(
  '$path: texts without end hold up no other',
  async ({ path, titles, form }) => {
    const fields = await form(world(), staff)
    const answers: Answer[] = []
    const send = async () => {
      for (const length of [2_000, 20_000])
        answers.push(await staff.upload(path, 'long.csv', fileOf(titles, length), fields))
      if (path === poolNumbers.importNumbers.path) await ended(answers)
    }
    const before = await answeredBefore([send()], () => other.get('/erp/depot/list'))
    // Refused rows are an answer; a file that was not read is none.
    for (const { status, error, result } of answers) {
      expect(status).toBeLessThan(400)
      expect(result, error).not.toBeNull()
    }
    expect(before).toBe(true)
  },
)
