import type { Browser, Page } from '@playwright/test'
import { feePrices } from '#contracts/commercial/fee-versions.ts'
import { serviceDesk } from '#contracts/commercial/services.ts'
import { median } from '../numbers.ts'
import { shown, type Line } from '../report.ts'
import { fresh, longestBlock, THROTTLE } from './visit.ts'

const ROWS = 200
const ZONES = 60
/** Rows of the pasted block; it is as wide as the sheet. */
const PASTED = 40
const BLOCK_MAX_MS = 100
type Calls = (method: string, path: string, body?: object) => Promise<{ id?: string } & object>

/**
 * The longest block while prices are typed into a sheet of 200 weights × 60 zones, and while a
 * block of 40 × 60 is pasted into it.
 */
export async function grid(
  browser: Browser,
  origin: string,
  storage: Record<string, string>,
  calls: Calls,
  rounds: number,
): Promise<Line[]> {
  const address = await sheet(calls)
  const { context, page } = await fresh(browser, storage)
  const cdp = await context.newCDPSession(page)
  await page.goto(`${origin}${address}`)
  await page.locator('[role=gridcell]').nth(20).waitFor()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  const field = page.locator('#price-grid')
  await field.focus()
  const found = { type: [] as number[], paste: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    await page.keyboard.press('Control+Home')
    const type = await longestBlock(page, () => typing(page))
    await page.keyboard.press('Control+Home')
    const paste = await longestBlock(page, () => pasting(page, round + 1))
    if (round === 0) continue
    found.type.push(type)
    found.paste.push(paste)
  }
  await context.close()
  const line = (name: keyof typeof found, what: string, bar: string): Line => ({
    name: `grid-${name}`,
    what: `${what} a price sheet of ${ROWS} × ${ZONES}`,
    bar,
    figure: `${shown(median(found[name]), 0)} ms`,
    verdict: bar === '' ? 'reported' : median(found[name]) <= BLOCK_MAX_MS ? 'reached' : 'short',
    notes: [
      `shortest and longest ${shown(Math.min(...found[name]), 0)} and ${shown(Math.max(...found[name]), 0)} ms`,
    ],
    data: found[name],
  })
  return [
    line('type', 'typing and walking in', `≤ ${BLOCK_MAX_MS} ms at ${THROTTLE}×`),
    line('paste', `pasting ${PASTED} × ${ZONES} into`, ''),
  ]
}

async function typing(page: Page): Promise<void> {
  for (const key of ['Enter', 'Tab', 'ArrowDown'])
    for (const text of ['4.20', '11.5']) {
      await page.keyboard.type(text, { delay: 60 })
      await page.keyboard.press(key)
    }
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await page.keyboard.press('Control+z')
  for (const key of ['PageDown', 'End', 'PageUp', 'Home']) await page.keyboard.press(key)
}

async function pasting(page: Page, round: number): Promise<void> {
  const row = Array.from({ length: ZONES + 1 }, (_, at) => `${round}${at}.50`).join('\t')
  await page.evaluate(
    (text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      document
        .querySelector('#price-grid')!
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    },
    Array.from({ length: PASTED }, () => row).join('\n'),
  )
  await page.waitForFunction(
    (text) => document.querySelector('#price-grid-0-1')?.textContent === text,
    `${round}1.50`,
  )
}

/** The address of a draft of so many weights and zones. */
async function sheet(calls: Calls): Promise<string> {
  const channels = (await calls('GET', '/erp/channel/list?pageSize=1')) as {
    records: { id: string }[]
  }
  const zones = Array.from({ length: ZONES }, (_, at) => ({
    code: `Z${at + 1}`,
    name: `Z${at + 1}`,
    rows: [{ country: 'DE', matchType: 'PREFIX', valueFrom: String(at + 10) }],
  }))
  const price = (row: number, at: number) => (4 + row * 0.3 + at * 0.05).toFixed(2)
  const made = (await calls(serviceDesk.setUp.method, serviceDesk.setUp.path, {
    service: {
      code: 'BENCH-GRID',
      name: 'BENCH-GRID',
      channelId: channels.records[0]!.id,
      tradeType: '1',
      transType: '1',
      pushMethod: '0',
      labelType: '1',
      deductMethod: '4',
      thWeightRatio: 5000,
      weightStep: '0.5',
      rounding: 'each',
      izEnable: true,
    },
    limits: [],
    zones,
    prices: {
      currency: 'EUR',
      stepMode: 'A',
      rows: Array.from({ length: ROWS }, (_, row) => ({
        upTo: ((row + 1) / 2).toFixed(1),
        step: null,
        prices: zones.map((_zone, at) => price(row, at)),
        seconds: zones.map(() => null),
      })),
    },
    numbers: { scheme: 'S10', prefix: 'RX', suffix: 'DE', startNo: 1, endNo: 9999 },
  })) as { id: string }
  const fees = (await calls('GET', `/erp/fee/list?serviceId=${made.id}`)) as {
    records: { id: string }[]
  }
  const feeId = fees.records[0]!.id
  const draft = await calls(feePrices.clone.method, feePrices.clone.path, { feeId })
  return `/delivery/prices?fee=${feeId}&version=${draft.id}`
}
