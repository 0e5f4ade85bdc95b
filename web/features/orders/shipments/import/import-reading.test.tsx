import { afterEach, expect, it, vi } from 'vitest'
import { act } from 'react'
import { answersAt, bodiesOf, press, seen } from '#web/test/acts.ts'
import { good, leave, settle, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { ImportReading } from './import-reading.tsx'

const reread = vi.fn()
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('shows three cells of the file, and another charset reads it again', async () => {
  const sent = answersAt({ '/erp/shipmentImport/reread': good(null) })
  const reading = {
    sheets: [],
    sheet: null,
    charset: 'windows-1252',
    separator: ';',
    cells: ['Dvoøák', 'Plzeò', 'Žižkova 5'],
  } as const
  await showScreen(
    <ImportReading
      id="7"
      reading={{ ...reading, sheets: [], cells: [...reading.cells] }}
      onReread={reread}
    />,
    { texts: ['shipment-imports'] },
  )
  for (const cell of reading.cells) expect(seen()).toContain(cell)
  expect(seen()).not.toContain('Sheet')
  const box = document.querySelector('[aria-label="Separator"]')!.closest('.ant-select')!
  await act(async () => {
    box.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })
  await settle()
  await press(
    await untilFound(() =>
      [...document.querySelectorAll('.ant-select-item-option')].find((one) =>
        one.textContent?.includes('Vertical bar'),
      ),
    ),
  )
  expect(bodiesOf(sent, '/erp/shipmentImport/reread')).toEqual([
    { id: '7', sheet: null, charset: 'windows-1252', separator: '|' },
  ])
  expect(reread).toHaveBeenCalledOnce()
})
