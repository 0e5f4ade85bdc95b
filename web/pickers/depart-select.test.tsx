// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answersAt, type } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { DepartSelect } from './depart-select.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const titles = () =>
  [...document.querySelectorAll('.ant-select-tree-title')].map(({ textContent }) => textContent)

it('finds a department by the pinyin of its name', async () => {
  const leaf = (id: string, departName: string) => ({ id, orgCode: id, departName, children: null })
  answersAt({
    '/sys/sysDepart/queryTreeList': good([leaf('A01', '财务部'), leaf('A02', '仓储部')]),
  })
  await showScreen(<DepartSelect value="A02" />)
  const input = document.querySelector<HTMLInputElement>('input') ?? expect.fail('no field')
  await act(async () => input.focus())
  await type(input, 'caiwu')
  await until(() => titles().length === 1)
  expect(titles()).toEqual(['财务部'])
})
