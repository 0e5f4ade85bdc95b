import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import bwip from 'bwip-js/node'
import { BrowserUser } from './browser-user.ts'
import { expect, test } from './fixtures.ts'

const SIZE = { width: 640, height: 480 }

test('a phone scans with its camera, one thumb, no scanner', async ({ signIn, lang }) => {
  const folder = mkdtempSync(join(tmpdir(), 'parcelyard camera-'))
  const film = join(folder, 'label.y4m')
  writeFileSync(film, filmOf('NOBODYS-4711'))
  const { launchOptions } = test.info().project.use
  const browser = await chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const session = await signIn('warehouse', lang)
    const user = await BrowserUser.open(browser, lang, await session.storageState())
    const { page, translate } = user
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/warehouse/into')
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.postData()?.includes('NOBODYS-4711')) sent++
    })
    await page.getByRole('button', { name: translate('common', 'camera.open') }).click()
    // The band shows what the server answered for the number in the picture.
    await expect(page.locator('.py-band-error')).toContainText('NOBODYS-4711')
    await expect(page.locator('.py-camera [role=status]')).toHaveText('NOBODYS-4711')
    await user.clean('the station with the camera open')
    // Held before the camera all the time (axe takes as long as dozens of looks) it stays one scan.
    expect(sent).toBe(1)
    await page
      .locator('.py-camera')
      .getByRole('button', { name: translate('common', 'action.close') })
      .click()
    await expect(page.locator('.py-camera')).toHaveCount(0)
    // Elsewhere the search leads to what the label contains.
    await page.getByRole('button', { name: translate('shell', 'search.title') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate('common', 'camera.open') })
      .click()
    await expect(page.getByRole('combobox', { name: translate('palette', 'label') })).toHaveValue(
      'NOBODYS-4711',
    )
    await user.leave()
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * A film of one picture in YUV4MPEG2, the form Chromium's stand-in camera plays: a Code 128 on
 * white paper.
 */
function filmOf(code: string): Buffer {
  const [bars] = bwip.raw({ bcid: 'code128', text: code }) as unknown as { sbs: number[] }[]
  const widths = bars?.sbs ?? []
  const module = Math.floor((SIZE.width - 80) / widths.reduce((sum, width) => sum + width, 0))
  const light = Buffer.alloc(SIZE.width * SIZE.height, 235)
  let x = 40
  widths.forEach((width, place) => {
    if (place % 2 === 0)
      for (let y = 140; y < 340; y++)
        light.fill(16, y * SIZE.width + x, y * SIZE.width + x + width * module)
    x += width * module
  })
  const colour = Buffer.alloc((SIZE.width * SIZE.height) / 2, 128)
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${SIZE.width} H${SIZE.height} F10:1 Ip A1:1 C420jpeg\n`),
    Buffer.from('FRAME\n'),
    light,
    colour,
  ])
}
