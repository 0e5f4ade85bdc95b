import type { Browser, Page } from '@playwright/test'
import { median } from '../numbers.ts'
import { shown, type Line } from '../report.ts'
import { fresh, longestBlock, THROTTLE } from './visit.ts'

/**
 * Nothing a person does at a list of a hundred rows may keep the page from listening for longer.
 */
const BLOCK_MAX_MS = 100

/**
 * Opening a row, typing in a filter and changing tabs at a hundred rows: the longest block of each.
 */
export async function blocks(
  browser: Browser,
  origin: string,
  storage: Record<string, string>,
  rounds: number,
): Promise<Line[]> {
  const plain = await onList(browser, origin, storage, rounds, 1)
  const slow = await onList(browser, origin, storage, Math.min(rounds, 3), THROTTLE)
  return Object.keys(WHAT)
    .map((name) => [name, plain[name] ?? []] as const)
    .map(([name, found]) => ({
      name: `block-${name}`,
      what: `${WHAT[name]} at 100 rows`,
      bar: `≤ ${BLOCK_MAX_MS} ms at ${THROTTLE}×`,
      figure: `${shown(median(slow[name] ?? []), 0)} ms`,
      verdict: median(slow[name] ?? []) <= BLOCK_MAX_MS ? 'reached' : 'short',
      notes: [
        `shortest and longest of all rounds ${shown(Math.min(...(slow[name] ?? [])), 0)} and ${shown(Math.max(...(slow[name] ?? [])), 0)} ms; without throttle ${shown(median(found), 0)} ms`,
        ...(plain[`${name}-first`]
          ? [
              `the first time on a page, its files loading, ${shown(median(plain[`${name}-first`] ?? []), 0)} ms`,
            ]
          : []),
      ],
      data: { plain: found, slow: slow[name] },
    }))
}
const WHAT: Record<string, string> = {
  open: 'opening a row',
  type: 'typing into a filter',
  tab: 'going to another tab and back',
}

async function onList(
  browser: Browser,
  origin: string,
  storage: Record<string, string>,
  rounds: number,
  throttle: number,
): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {
    open: [],
    type: [],
    tab: [],
    'open-first': [],
    'tab-first': [],
  }
  const { context, page } = await fresh(browser, {
    ...storage,
    pro__DEFAULT_MULTI_PAGE: JSON.stringify({ value: true, expire: null }),
  })
  const cdp = await context.newCDPSession(page)
  await page.goto(`${origin}/shipment/b2c?pageSize=100`)
  await rows(page).nth(20).waitFor()
  await page.locator('a[href^="/dashboard/analysis"]').first().waitFor()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  // The first time on a page loads what is lazy, and is reported separately; the bar is for what a
  // person does all day. The very first round warms the browser's own caches.
  for (let round = 0; round <= rounds; round++) {
    const [openFirst, open] = [await opening(page, 3), await opening(page, 5)]
    const [tabFirst, tab] = [await changingTabs(page), await changingTabs(page)]
    await page.goto(`${origin}/shipment/consignees?pageSize=100`)
    await rows(page).nth(20).waitFor()
    const field = page.locator('form[role=search] .py-filter[data-input=text] input').first()
    const type = await longestBlock(page, () => field.pressSequentially('ne', { delay: 120 }))
    await page.goto(`${origin}/shipment/b2c?pageSize=100`)
    await rows(page).nth(20).waitFor()
    if (round === 0) continue
    for (const [name, value] of Object.entries({
      open,
      type,
      tab,
      'open-first': openFirst,
      'tab-first': tabFirst,
    }))
      found[name]!.push(value)
  }
  await context.close()
  return found
}

function opening(page: Page, row: number): Promise<number> {
  return longestBlock(page, async () => {
    await rows(page).nth(row).locator('td').nth(4).click()
    await dialog(page).waitFor()
  }).finally(async () => {
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  })
}
function changingTabs(page: Page): Promise<number> {
  return longestBlock(page, async () => {
    await page.locator('a[href^="/dashboard/analysis"]').first().click()
    await page.waitForURL('**/dashboard/analysis**')
    await page.waitForTimeout(300)
    await page.goBack()
    await rows(page).nth(20).waitFor()
  })
}

// Not by its role: looking for roles goes through the whole page, in the page's own time.
const dialog = (page: Page) => page.locator('[role=dialog]').first()
const rows = (page: Page) => page.locator('tr[data-row-key]')
