import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { until } from '#web/test/page.tsx'
import { where, open, press, prepareListScreen } from './list-tools.fixture.tsx'

prepareListScreen(390)

describe('on a phone', () => {
  it('rows are cards without a button in a button, and are added up below', async () => {
    await open()
    expect(document.querySelectorAll('.py-card')).toHaveLength(20)
    expect(document.querySelector('button button')).toBeNull()
    await act(async () => document.querySelector<HTMLElement>('.py-card-open')?.click())
    await until(() => where().get('_row') === '1')
    expect(document.querySelector('.py-card-sums')?.textContent).toContain('kg (kg)2.0')
  })
  it('filters wait in a sheet, its button shows how many are set', async () => {
    await open('?cold=true&no=NO')
    expect(document.querySelectorAll('.py-filters .py-filter')).toHaveLength(1)
    const sheet = [...document.querySelectorAll<HTMLElement>('.py-filters button')].find((found) =>
      found.textContent?.startsWith('Filters'),
    )
    expect(sheet?.textContent).toBe('Filters2')
    await act(async () => sheet?.click())
    await until(() => document.querySelectorAll('.py-filter-sheet .py-filter').length > 2)
    await press('Show rows (45)')
  })
})
