import { expect, LANGS, test } from './fixtures.ts'

/** Markup that would act; the server lets none of it in, and here it is put past the server. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<svg onload=alert(1)></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<details open ontoggle=alert(1)>x</details>',
  '<input autofocus onfocus=alert(1)>',
  '<form action="/boot/sys/logout"><button>x</button></form>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math>',
  '<video><source onerror=alert(1)></video>',
  '<style>* { display: none !important }</style>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<template><img src=x onerror=alert(1)></template>',
  '<p style="position:fixed;inset:0" class="py-app" id="root" data-x="1" onmouseover="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="https://x.example/" onclick="alert(1)" target="_self">x</a>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
]

for (const lang of LANGS)
  test.describe(lang, () => {
    test.use({ lang })

    test('an announcement reaches its people while they work', async ({ signIn, open, mark }) => {
      const title = `Holiday ${mark}`
      // All users of a tenant are notified: this one has no others.
      const platform = await signIn('admin', lang)
      const head = await platform.addTenant(`news-${mark}`)
      await (await signIn(head.username, lang, head.password)).addUser(`clerk.${mark}`, 'service')
      const writer = await open(head.username)
      const reader = await open(`clerk.${mark}`)
      await reader.page.goto('/dashboard/analysis')
      const { page, translate } = writer
      const bell = reader.page.locator('.py-bell')
      await expect(bell).toBeVisible()
      const waiting = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? '0')

      await test.step('it is written and published', async () => {
        await page.goto('/isystem/annountCement?_new=1')
        const form = page.getByRole('dialog')
        await form.locator('#notices_titile').fill(title)
        await form
          .getByRole('textbox', { name: translate('notices', 'msgContent') })
          .fill('Closed on Monday')
        await form.getByLabel(translate('notices', 'priority')).click()
        await page
          .locator('.ant-select-dropdown:visible')
          .getByText(translate('notice-bell', 'priority.H'))
          .click()
        await writer.clean('announcement form')
        await form
          .getByRole('button', { name: translate('common', 'action.save'), exact: true })
          .click()
        const row = page.getByRole('row').filter({ hasText: title })
        await row
          .getByRole('button', { name: translate('notices', 'release'), exact: true })
          .click()
        await writer.clean('announcements')
        await page
          .locator('.ant-modal-confirm')
          .getByRole('button', { name: translate('notices', 'release'), exact: true })
          .click()
        await expect(
          row.getByRole('button', { name: translate('notices', 'revoke'), exact: true }),
        ).toBeVisible()
      })

      await test.step('the other’s bell rings and it is read', async () => {
        const toast = reader.page.locator('.ant-notification-notice').filter({ hasText: title })
        await expect(toast).toBeVisible()
        await expect(bell).toHaveAttribute('aria-label', new RegExp(String(waiting + 1)))
        await toast.getByRole('button', { name: translate('notice-bell', 'read') }).click()
        await expect(
          reader.page.getByRole('dialog').filter({ hasText: 'Closed on Monday' }),
        ).toBeVisible()
        await reader.clean('a notice')
        await reader.page.keyboard.press('Escape')
        await expect(bell).not.toHaveAttribute('aria-label', new RegExp(`\\b${waiting + 1}\\b`))
        await reader.page.goto('/isps/userAnnouncement')
        await expect(reader.page.getByRole('row').filter({ hasText: title })).toContainText(
          translate('notices', 'read.yes'),
        )
        await reader.clean('my notices')
      })

      await test.step('hostile markup acts nowhere', async () => {
        const output: string[] = []
        reader.page.on('dialog', (dialog) => {
          output.push(dialog.message())
          void dialog.dismiss()
        })
        for (const [at, html] of HOSTILE.entries()) {
          await reader.page.route(
            '**/sys/annountCement/queryById**',
            async (route) => {
              const answer = await route.fetch()
              const body = (await answer.json()) as { result: Record<string, unknown> }
              await route.fulfill({
                response: answer,
                json: {
                  ...body,
                  result: { ...body.result, msgContent: `<p>before ${at}</p>${html}` },
                },
              })
            },
            { times: 1 },
          )
          await reader.page.getByRole('row').filter({ hasText: title }).getByText(title).click()
          const text = reader.page.locator('.py-notice-text')
          await expect(text).toContainText(`before ${at}`)
          const left = await text.innerHTML()
          expect(left, html).not.toMatch(
            /<(script|img|svg|iframe|object|form|button|input|math|video|style|meta|base|template|details|noscript)\b|\son\w+=|javascript:|style=|class=|id=|data-x|\/\/evil|\\evil|data:text/i,
          )
          if (left.includes('https://x.example/'))
            expect(left).toContain('rel="noopener noreferrer nofollow"')
          await reader.page.keyboard.press('Escape')
          await expect(text).toHaveCount(0)
        }
        // Handlers and styles in it are refused already where it is read to be cleaned.
        reader.refusals.clear()
        expect(output).toEqual([])
      })

      await test.step('it is withdrawn, and gone', async () => {
        const row = page.getByRole('row').filter({ hasText: title })
        await row.getByRole('button', { name: translate('notices', 'revoke'), exact: true }).click()
        await page
          .locator('.ant-modal-confirm')
          .getByRole('button', { name: translate('notices', 'revoke'), exact: true })
          .click()
        await expect(reader.page.getByRole('row').filter({ hasText: title })).toHaveCount(0)
      })
    })
  })
