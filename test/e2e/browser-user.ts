import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { PASSWORD } from './start.ts'
import { uiTexts, type Lang } from './texts.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * antd's own findings, each with where it comes from and why it does no harm; everything else must
 * be clean.
 */
const KNOWN: readonly { id: string; html: string }[] = [
  // rc-select: the open list is a listbox without a name of its own; the field that owns it
  // (aria-owns) has one.
  { id: 'aria-input-field-name', html: 'ant-select-dropdown-list' },
  // rc-select: aria-activedescendant names an option that is drawn only once the list opens.
  { id: 'aria-valid-attr-value', html: 'ant-select' },
  // rc-tabs: the button for tabs that do not fit stands in the tab list itself; it has a name, and
  // its menu leads to each of them.
  { id: 'aria-required-children', html: 'ant-tabs-nav' },
]

interface Finding {
  id: string
  help: string
  nodes: { target: unknown; html: string }[]
}

/** A user at a browser of their own, working in one language. */
export class BrowserUser {
  readonly page: Page
  readonly lang: Lang
  readonly translate: ReturnType<typeof uiTexts>
  /** Styles and markup that the pages' policy refused; a test that provokes some clears them. */
  readonly refusals = new Set<string>()

  private constructor(page: Page, lang: Lang) {
    this.page = page
    this.lang = lang
    this.translate = uiTexts(lang)
  }

  /** Opens a browser of its own: signed in with what a session left there, else a visitor. */
  static async open(
    browser: Browser,
    lang: Lang,
    storageState?: BrowserContextOptions['storageState'],
  ): Promise<BrowserUser> {
    const context = await browser.newContext({
      locale: lang === 'zh_CN' ? 'zh-CN' : 'en-US',
      acceptDownloads: true,
      ...(storageState ? { storageState } : {}),
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => {
      throw error
    })
    const user = new BrowserUser(page, lang)
    page.on('console', (line) => {
      if (line.type() === 'error' && /Content Security Policy|Trusted/.test(line.text()))
        user.refusals.add(`${page.url()}: ${line.text()}`)
    })
    return user
  }

  /** Signs in through the page; `once`: with a one-time password, which becomes `password`. */
  async walkIn(username: string, password = PASSWORD, once?: string): Promise<void> {
    const { page } = this
    await page.goto('/user/login')
    await this.choose(this.lang)
    await this.fill(username, once ?? password)
    await this.clean('sign-in')
    await page.keyboard.press('Enter')
    if (once !== undefined) await this.renew(password)
    // Who works in several departments, or for several companies, chooses one.
    const place = page.getByRole('dialog').locator('button[type=submit]')
    await expect(async () => {
      if (await place.isEnabled({ timeout: 100 }).catch(() => false)) await place.click()
      expect(page.url()).toContain('/dashboard/analysis')
    }).toPass({ timeout: 30_000 })
  }

  private async renew(password: string): Promise<void> {
    for (const name of ['newpassword', 'again'])
      await this.page
        .getByLabel(this.translate('session', `renew.${name}`), { exact: true })
        .fill(password)
    await this.clean('a new password')
    await this.page.keyboard.press('Enter')
  }

  /** Sends name and password from the sign-in page, whatever comes of it. */
  async submitSignIn(username: string, password: string): Promise<void> {
    await this.fill(username, password)
    await this.page.keyboard.press('Enter')
  }

  private async fill(username: string, password: string): Promise<void> {
    await this.page
      .getByRole('textbox', { name: this.translate('session', 'username') })
      .fill(username)
    await this.page
      .getByLabel(this.translate('session', 'password'), { exact: true })
      .fill(password)
  }

  /** The language switch of the sign-in page. */
  private async choose(lang: Lang): Promise<void> {
    const choice = this.page.getByRole('radio', { name: lang === 'zh_CN' ? '中文' : 'English' })
    if ((await choice.count()) > 0 && !(await choice.isChecked()))
      await choice.check({ force: true })
  }

  async leave(): Promise<void> {
    expect.soft([...this.refusals], this.lang).toEqual([])
    await this.page.context().close()
  }

  /** Types as a keyboard wedge does: fast, ended by Enter, into no field in particular. */
  async scan(number: string): Promise<void> {
    await this.page.keyboard.type(number, { delay: 4 })
    await this.page.keyboard.press('Enter')
  }

  /**
   * Enters a number into a station's own field (a busy machine types too slowly to be taken for a
   * scanner) and waits for its answer: the tone of the band, not of the scan before it.
   */
  async enter(placeholder: string, no: string): Promise<'ok' | 'warning' | 'error'> {
    await this.type(placeholder, no)
    return this.answered(no)
  }

  /** What a station takes without an answer of its own: the number of a bag. */
  async type(placeholder: string, no: string): Promise<void> {
    const field = this.page.getByPlaceholder(placeholder)
    await field.fill(no)
    await field.press('Enter')
  }

  /** The tone in which a station has answered a number; while scans wait there is none. */
  async answered(no: string): Promise<'ok' | 'warning' | 'error'> {
    const answer = this.page.locator('.py-band-ok, .py-band-warning, .py-band-error')
    await expect(answer).toContainText(no)
    const classes = (await answer.getAttribute('class')) ?? ''
    return /py-band-(ok|warning|error)/.exec(classes)![1] as 'ok' | 'warning' | 'error'
  }

  /**
   * Nothing opens, closes or fades any more, and no figures stand paler while newer ones are asked
   * for: a click would miss what still moves, axe would find colours that do not last. The class of
   * a motion can stay on an element whose motion was cut short: it counts for half a second after
   * the last animation.
   */
  async still(): Promise<void> {
    const moving = () => {
      const marked = '[class*="-enter"], [class*="-appear"], [class*="-leave"]'
      const animated = document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
        .map(({ effect }) => (effect as KeyframeEffect | null)?.target?.className ?? '')
      const found = (selector: string) =>
        [...document.querySelectorAll(selector)].map(({ className }) => className)
      return { animated, marked: found(marked), stale: found('.py-stale') }
    }
    const start = Date.now()
    let quietSince = start
    for (;;) {
      const now = await this.page.evaluate(moving)
      if (now.animated.length > 0) quietSince = Date.now()
      const settled = now.marked.length === 0 || Date.now() - quietSince > 500
      if (now.animated.length === 0 && now.stale.length === 0 && settled) return
      if (Date.now() - start > 15_000) throw new Error(`still moving: ${JSON.stringify(now)}`)
      await this.page.waitForTimeout(50)
    }
  }

  /**
   * axe finds nothing on the screen as it stands (WCAG 2.2 A and AA), or in the part of it that is
   * new. It looks for seconds: what changed meanwhile is looked at once more, and what lasts is
   * found then, too.
   */
  async clean(screen: string, part = 'html'): Promise<void> {
    await this.still()
    let found = await this.findings(part)
    if (found.length > 0) {
      await this.still()
      found = await this.findings(part)
    }
    expect.soft(found, `axe on ${screen} (${this.lang})`).toEqual([])
  }

  private async findings(part: string): Promise<Finding[]> {
    if (!(await this.page.evaluate(() => 'axe' in globalThis))) await this.page.evaluate(axeSource)
    const findings = (await this.page.evaluate(async (within) => {
      const axe = (
        globalThis as unknown as {
          axe: { run(within: string, options: object): Promise<{ violations: Finding[] }> }
        }
      ).axe
      interface Finding {
        id: string
        help: string
        nodes: { target: unknown; html: string }[]
      }
      const { violations } = await axe.run(within, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        resultTypes: ['violations'],
        preload: false,
      })
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ target, html }) => ({ target, html: html.slice(0, 200) })),
      }))
    }, part)) as Finding[]
    return findings
      .map((finding) => ({
        ...finding,
        nodes: finding.nodes.filter(
          ({ html }) =>
            !KNOWN.some((known) => known.id === finding.id && html.includes(known.html)),
        ),
      }))
      .filter(({ nodes }) => nodes.length > 0)
  }

  /** Reads through the API as this person, for numbers a test needs to type. */
  async read<T>(path: string): Promise<T> {
    return this.page.evaluate(async (url) => {
      const stored = JSON.parse(localStorage.getItem('pro__Access-Token') ?? 'null') as {
        value: string
      } | null
      const answer = await fetch(url, {
        headers: { 'X-Access-Token': stored?.value ?? '', tenant_id: '0' },
      })
      return ((await answer.json()) as { result: unknown }).result
    }, path) as Promise<T>
  }
}
