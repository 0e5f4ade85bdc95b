import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * What one cold visit to a page cost: gzip bytes as they came over the wire, times in milliseconds.
 */
export interface Visit {
  js: number
  all: number
  requests: number
  lcp: number
  script: number
  /** Milliseconds from the start until `ready` is shown and a key is answered within a frame. */
  ready: number
  /**
   * Script bytes and answers until nothing more came: what is fetched behind the first figures too.
   */
  settled: { js: number; requests: number }
}
export interface Target {
  url: string
  /** Shown once the page can be used. */ ready: string
  storage?: Record<string, string>
}

/** Processor of the person's machine, as a fraction of ours. */
export const THROTTLE = 4
const SETTLE_MS = 2_500
/** A key that waits longer than a frame finds the page at work. */
const FRAME_MS = 17

/** A visit with an empty cache on a machine four times slower than this one. */
export async function visit(browser: Browser, target: Target): Promise<Visit> {
  const { context, page } = await fresh(browser, target.storage)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Performance.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  const answers = new Map<string, { type: string; headers: number }>()
  const sizes = { js: 0, all: 0, requests: 0 }
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    // A picture written into a style sheet is announced like an answer, and is none.
    if (!response.url.startsWith('data:'))
      answers.set(requestId, { type, headers: response.encodedDataLength })
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (!answer) return
    // Bodies alone: the bars are about files, and headers are most of a small answer.
    const body = Math.max(0, encodedDataLength - answer.headers)
    sizes.all += body
    sizes.requests += 1
    if (answer.type === 'Script') sizes.js += body
  })
  await page.goto(target.url)
  await page.locator(target.ready).first().waitFor({ timeout: 60_000 })
  const ready = await answering(page)
  const found = { ...sizes }
  await page.waitForTimeout(SETTLE_MS)
  const lcp = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? NaN),
        ).observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => resolve(NaN), 2_000)
      }),
  )
  const { metrics } = await cdp.send('Performance.getMetrics')
  const script = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN) * 1000
  await context.close()
  return { ...found, lcp, script, ready, settled: { js: sizes.js, requests: sizes.requests } }
}

/**
 * Presses a key that means nothing until one is answered within a frame; when that was, since the
 * page was asked for.
 */
async function answering(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen = globalThis as unknown as { answered: { at: number; late: number } }
    window.addEventListener(
      'keydown',
      (event) => {
        const now = performance.now()
        seen.answered = { at: now, late: now - event.timeStamp }
      },
      { capture: true },
    )
  })
  for (;;) {
    await page.keyboard.press('Shift')
    const { at, late } = await page.evaluate(
      () => (globalThis as unknown as { answered: { at: number; late: number } }).answered,
    )
    if (late <= FRAME_MS) return at
  }
}

/** A browser of its own with what a signed-in person has stored. */
export async function fresh(
  browser: Browser,
  storage: Record<string, string> = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
  })
  await context.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored))
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
  }, storage)
  return { context, page: await context.newPage() }
}

/**
 * The longest time in milliseconds the page did not listen while `work` ran; 0 where nothing took
 * 50 or more.
 */
export async function longestBlock(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen = globalThis as unknown as { blocks: number[]; watch: PerformanceObserver }
    seen.blocks = []
    seen.watch = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.blocks.push(duration)
    })
    seen.watch.observe({ type: 'longtask' })
  })
  await work()
  await page.waitForTimeout(250)
  return page.evaluate(() => {
    const seen = globalThis as unknown as { blocks: number[]; watch: PerformanceObserver }
    seen.watch.disconnect()
    return Math.max(0, ...seen.blocks)
  })
}
