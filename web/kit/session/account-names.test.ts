import { afterEach, expect, it, vi } from 'vitest'
import { answers, good, refused } from '#web/test/page.tsx'
import { call } from '../http/api.ts'
import { cellOf } from '../table/table-body.tsx'
import { nameOfAccount } from './account-names.ts'

const list = { method: 'GET', path: '/x' } as const
afterEach(() => vi.unstubAllGlobals())

it('rows show the names an answer brings, and the account where it brings none', async () => {
  const { body } = good([{ createBy: 'lin7' }])
  answers({ body: { ...(body as object), names: { lin7: 'Lin Na' } } })
  await call(list, {})
  expect(cellOf({ createBy: 'lin7' }, { key: 'createBy', title: '' })).toBe('Lin Na')
  expect(cellOf({ createBy: 'gone' }, { key: 'createBy', title: '' })).toBe('gone')
  expect(cellOf({ code: 'lin7' }, { key: 'code', title: '' })).toBe('lin7')
})

it('so does a refusal, whose row the comparison shows', async () => {
  answers(refused(409, 'stale', { error: 'row.stale', names: { mei7: 'Mei Wang' } }))
  await expect(call(list, {})).rejects.toThrow()
  expect(nameOfAccount('mei7')).toBe('Mei Wang')
})
