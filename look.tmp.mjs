import { chromium } from '@playwright/test'
const pw = process.argv[2]
const base = 'http://127.0.0.1:18810'
const user = process.argv[3]
const lang = process.argv[4]
const paths = process.argv.slice(5)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [w, h] of (process.env.SIZES || '1440x900,390x844')
  .split(',')
  .map((s) => s.split('x').map(Number))) {
  const c = await b.newContext({
    viewport: { width: w, height: h },
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
  })
  const p = await c.newPage()
  await p.goto(base + '/')
  await p.waitForSelector('input[type=password]')
  if (lang === 'en') {
    await p.evaluate(() => {
      localStorage.setItem('lang', 'en_US')
    })
  }
  const ins = p.locator('input')
  await p.locator('input[autocomplete=username], input').first().fill(user)
  await p.locator('input[type=password]').fill(pw)
  await p.locator('input[type=checkbox]').nth(1).check()
  await p.keyboard.press('Enter')
  await p.waitForTimeout(3000)
  await p.waitForTimeout(4000)
  await p.screenshot({ path: '/tmp/look-me/login.png' })
  await p.waitForTimeout(5000)
  for (const path of paths) {
    await p.goto(base + path)
    await p.waitForTimeout(4500)
    await p.screenshot({
      path: `/tmp/look-me/${user}${path.replaceAll('/', '_')}-${lang}-${w}.png`,
    })
  }
  await c.close()
}
await b.close()
