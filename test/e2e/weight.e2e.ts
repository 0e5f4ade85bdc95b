import { brotliCompressSync } from 'node:zlib'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const KB = 1024
/** Script a page may ask for before it can be used, as Chromium gets it (docs/bench.md). */
const BUDGETS = { signIn: 120 * KB, table: 270 * KB, home: 280 * KB }

/** Files of script of a signed-in page: each is an answer more to wait for. */
const SCRIPTS = 12

test('the pages of the office stay light', async ({ browser, signIn, lang }) => {
  await test.step('the sign-in page, before its fields are there', async () => {
    const { files, bytes } = await weigh(
      await browser.newContext(),
      '/user/login',
      'input[type=password]',
    )
    expect(files.length).toBeGreaterThan(0)
    expect(bytes, files.join('\n')).toBeLessThanOrEqual(BUDGETS.signIn)
  })
  await test.step('the first table, before its rows are there', async () => {
    const storageState = await (await signIn('manager', lang)).storageState()
    const { files, bytes } = await weigh(
      await browser.newContext({ storageState }),
      '/shipment/b2c',
      'tr[data-row-key]',
    )
    expect(files.some((file) => file.includes('order-list'))).toBe(true)
    expect(bytes, files.join('\n')).toBeLessThanOrEqual(BUDGETS.table)
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(SCRIPTS)
  })
  await test.step('the first page, before its figures are there', async () => {
    const storageState = await (await signIn('manager', lang)).storageState()
    const { files, bytes } = await weigh(
      await browser.newContext({ storageState }),
      '/dashboard/analysis',
      '[data-figures]',
    )
    expect(bytes, files.join('\n')).toBeLessThanOrEqual(BUDGETS.home)
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(SCRIPTS)
  })
})

interface Seen {
  readyAt?: number
}

/**
 * What a visitor with an empty cache asks for until `ready` is drawn: noted in the page itself, so
 * that no clock of ours is in it.
 */
async function weigh(
  context: BrowserContext,
  address: string,
  ready: string,
): Promise<{ files: string[]; bytes: number }> {
  await context.addInitScript((selector) => {
    const seen = window as Seen
    const look = () => {
      if (seen.readyAt === undefined && document.querySelector(selector))
        seen.readyAt = performance.now()
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  }, ready)
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForFunction(() => (window as Seen).readyAt !== undefined)
  const requested = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        ({ name, startTime }) => name.endsWith('.js') && startTime <= (window as Seen).readyAt!,
      )
      .map(({ name }) => name),
  )
  const files = [...new Set(requested)]
  const sizes = await Promise.all(
    files.map(
      async (file) => brotliCompressSync(await (await context.request.get(file)).body()).length,
    ),
  )
  await context.close()
  return {
    files: files.map((file, at) => `${(sizes[at]! / KB).toFixed(1)} kB ${file}`),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}
