import { ConfigProvider } from 'antd'
import zh_CN from 'antd/es/locale/zh_CN'
import { act } from 'react'
import { afterEach, expect, it } from 'vitest'
import { inputAt, seen } from '#web/test/acts.ts'
import { leave, show, speak, until } from '#web/test/page.tsx'
import DayRange from './day-range.tsx'

afterEach(leave)

it('names the days of the week and the months in the user’s language', async () => {
  await speak('zh_CN')
  await show(
    <ConfigProvider locale={zh_CN}>
      <DayRange id="days" begin="2026-11-20" end={null} onChange={() => undefined} />
    </ConfigProvider>,
  )
  const input = inputAt('days')
  await act(async () => {
    input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    input.click()
  })
  await until(() => document.querySelector('.ant-picker-content th') !== null)
  const days = [...document.querySelectorAll('.ant-picker-content thead')][0]?.textContent
  expect(days).toBe('一二三四五六日')
  expect(seen()).toContain('11月')
  expect(seen()).not.toContain('Nov')
})
