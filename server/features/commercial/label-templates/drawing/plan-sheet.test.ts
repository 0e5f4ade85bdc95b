import { BarcodeFormat } from '@zxing/library'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { allKinds, chinese, latin } from './labels.fixture.ts'
import { builtInLayout } from './layout.ts'
import type { LabelModel } from './model.ts'
import { lying, paperOf, planBuiltIn, planSheet, type Paper } from './plan-sheet.ts'
import { open, scan, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { renderPdf } from './render-pdf.ts'

const set = (paper: string, horizontal = false, [widthMm, heightMm] = [100, 150]) =>
  paperOf({ paper, horizontal, widthMm: widthMm!, heightMm: heightMm! })
const renderSheets = (
  models: readonly LabelModel[],
  plan: NonNullable<ReturnType<typeof planBuiltIn>>,
) => renderPdf(models, { layout: builtInLayout(plan.size), plan })
const brief = (page: ReturnType<typeof set>) => {
  const plan = planBuiltIn(page)
  return plan && [plan.size, plan.turned, plan.slots.length]
}

describe('a print set', () => {
  it('gives its labels the paper it names, upright or across', () => {
    expect(set('A4')).toEqual({ width: 210, height: 297 })
    expect(set('A4', true)).toEqual({ width: 297, height: 210 })
    expect(set('own', false, [120, 90])).toEqual({ width: 120, height: 90 })
    expect(set('own', true, [90, 120])).toEqual({ width: 120, height: 90 })
  })

  it('holds as many labels as fit, each as large as it is', () => {
    expect(brief(set('100x150'))).toEqual(['100x150', false, 1])
    expect(brief(set('100x150', true))).toEqual(['100x150', true, 1])
    expect(brief(set('105x148'))).toEqual(['A6', false, 1])
    expect(brief(set('105x205'))).toEqual(['100x150', false, 1])
    expect(brief(set('A5'))).toEqual(['A6', true, 2])
    expect(brief(set('A4'))).toEqual(['A6', false, 4])
    expect(brief(set('A4', true))).toEqual(['A6', true, 4])
    expect(brief(set('100x100'))).toBeNull()
  })

  test('never lays labels over one another or over the edge', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 2000 }),
        fc.integer({ min: 10, max: 2000 }),
        (width, height) => {
          const plan = planBuiltIn({ width, height })
          if (!plan) {
            expect(Math.min(width, height) < 105 || Math.max(width, height) < 150).toBe(true)
            return
          }
          const label = lying(plan.label, plan.turned)
          const near = 1e-6
          for (const { x, y } of plan.slots)
            expect(
              x >= -near &&
                y >= -near &&
                x + label.width <= width + near &&
                y + label.height <= height + near,
            ).toBe(true)
          const xs = [...new Set(plan.slots.map((slot) => slot.x))]
          const ys = [...new Set(plan.slots.map((slot) => slot.y))]
          for (const [at, x] of xs.entries())
            if (at > 0) expect(x - xs[at - 1]!).toBeGreaterThan(label.width - near)
          for (const [at, y] of ys.entries())
            if (at > 0) expect(y - ys[at - 1]!).toBeGreaterThan(label.height - near)
          expect(xs.length * ys.length).toBe(plan.slots.length)
        },
      ),
    )
  })
})

test('a label of another size lies as often on a page as there is room', () => {
  const slots = (page: Paper, label: Paper) => planSheet(page, label)?.slots.length ?? 0
  expect(slots(set('A4'), { width: 100, height: 100 })).toBe(4)
  expect(slots(set('A4'), { width: 100, height: 70 })).toBe(8)
  expect(slots(set('100x150'), { width: 101.6, height: 152.4 })).toBe(0)
})

describe('sheets', () => {
  it('bear four labels on A4, in order, the rest on the next', async () => {
    const models = Array.from({ length: 5 }, (_, at) => ({ ...latin, reference: `REF-${at}` }))
    for (const across of [false, true]) {
      const doc = await open(await renderSheets(models, planBuiltIn(set('A4', across))!))
      expect(doc.numPages).toBe(2)
      expect((await doc.getPage(1)).view.slice(2)).toEqual(
        across ? [841.8898, 595.2756] : [595.2756, 841.8898],
      )
      const [first, second] = [await textOf(doc, 1), await textOf(doc, 2)]
      for (const at of [0, 1, 2, 3]) expect(first).toContain(`REF-${at}`)
      expect(first).not.toContain('REF-4')
      expect(second).toContain('REF-4')
    }
  })

  it('are read by a scanner, upright and turned', async () => {
    for (const page of [set('100x150'), set('A4')])
      expect(
        await scan(
          await open(await renderSheets([chinese], planBuiltIn(page)!)),
          1,
          203,
          BarcodeFormat.CODE_128,
        ),
      ).toBe('00340434292135100124')
    const turned = await open(await renderSheets([chinese], planBuiltIn(set('100x150', true))!))
    expect((await turned.getPage(1)).view.slice(2)).toEqual([425.1969, 283.4646])
    expect(await scan(turned, 1, 203, BarcodeFormat.CODE_128, 90)).toBe('00340434292135100124')
    expect(await scan(turned, 1, 300, BarcodeFormat.QR_CODE, 90)).toBe(
      'https://track.parcelyard.example/t/340434292135100124',
    )
  })

  it('keep the words of every script', async () => {
    const doc = await open(await renderSheets(allKinds, planBuiltIn(set('A4'))!))
    expect(await textOf(doc, 1)).toContain('欧阳娜娜')
  })
})
