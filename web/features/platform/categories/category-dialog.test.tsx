import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CategoryRow } from '#contracts/platform/lists/categories.ts'
import { answersAt, bodiesOf, inputOf, noteOf, press, type, type Answer } from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import CategoryDialog from './category-dialog.tsx'

const ROW = {
  id: '2',
  version: 4,
  name: '鞋',
  nameEn: 'Shoes',
  code: 'A01',
  pid: '1',
} as CategoryRow
const onClose = vi.fn()
const onSaved = vi.fn()
async function open(
  row: CategoryRow | null,
  pid: string | null,
  routes: Record<string, Answer> = {},
): Promise<Sent[]> {
  const sent = answersAt({
    '/sys/category/loadTreeRoot': good([]),
    '/sys/category/add': good(ROW),
    '/sys/category/edit': good(ROW),
    ...routes,
  })
  await showScreen(<CategoryDialog row={row} pid={pid} onClose={onClose} onSaved={onSaved} />, {
    texts: ['categories'],
  })
  await inputOf('Name')
  return sent
}
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  onClose.mockReset()
  onSaved.mockReset()
})

describe('a category', () => {
  it('is made below the one that was chosen', async () => {
    const sent = await open(null, '1')
    await press('Save')
    expect(await noteOf('Name')).not.toBe('')
    await type(await inputOf('Name'), '鞋')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/category/add')).toEqual([{ name: '鞋', nameEn: null, pid: '1' }])
    expect(onSaved.mock.calls[0]?.[0]).toMatchObject({ id: '2' })
  })
  it('is changed with its version', async () => {
    const sent = await open(ROW, '1')
    await type(await inputOf('English name'), 'Boots')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/category/edit')[0]).toMatchObject({
      id: '2',
      version: 4,
      nameEn: 'Boots',
    })
  })
  it('stays open with the reason where it cannot be moved there', async () => {
    await open(ROW, '1', {
      '/sys/category/edit': refused(422, 'A category cannot be moved into itself'),
    })
    await type(await inputOf('Name'), '靴')
    await press('Save')
    await until(() => document.querySelector('.py-summary') !== null)
    expect(document.querySelector('.py-summary')?.textContent).toContain('into itself')
    expect(onClose).not.toHaveBeenCalled()
  })
})
