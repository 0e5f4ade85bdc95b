import { BarcodeFormat } from '@zxing/library'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LabelError } from './label-error.ts'
import { allKinds, american, chinese, german, latin, polish } from './labels.fixture.ts'
import { open, scan, textOf } from '#server/kit/pdf/read-pdf.fixture.ts'
import { renderPdf } from './render-pdf.ts'

describe('the printed page', () => {
  it('is exactly 100 × 150 mm, in every box', async () => {
    const pdf = await renderPdf([latin, chinese])
    const text = pdf.toString('latin1')
    for (const box of ['MediaBox', 'CropBox', 'TrimBox'])
      expect(text.split(`/${box}[0 0 283.4646 425.1969]`)).toHaveLength(3)
    expect((await (await open(pdf)).getPage(1)).view).toEqual([0, 0, 283.4646, 425.1969])
    expect((await renderPdf([latin], 'A6')).toString('latin1')).toContain(
      '/MediaBox[0 0 297.6378 419.5276]',
    )
  })

  it('is each label’s own size where they differ', async () => {
    const doc = await open(await renderPdf([latin, chinese, latin], ['100x150', 'A6', '100x150']))
    const boxes = await Promise.all(
      [1, 2, 3].map(async (page) => (await doc.getPage(page)).view.slice(2)),
    )
    expect(boxes).toEqual([
      [283.4646, 425.1969],
      [297.6378, 419.5276],
      [283.4646, 425.1969],
    ])
    expect(await scan(doc, 2, 203, BarcodeFormat.CODE_128)).toBe('00340434292135100124')
  })

  it('comes once per label in the order given', async () => {
    const models = Array.from({ length: 120 }, (_, i) => ({ ...latin, reference: `REF-${i}` }))
    const doc = await open(await renderPdf(models))
    expect(doc.numPages).toBe(120)
    for (const page of [1, 60, 120]) expect(await textOf(doc, page)).toContain(`REF-${page - 1}`)
  })

  it('carries no script, form, link or outside file', async () => {
    const pdf = (
      await renderPdf([{ ...latin, remark: ') Tj /JavaScript (app.alert(1)) << /S /URI >>' }])
    ).toString('latin1')
    expect(pdf).not.toMatch(/JavaScript|\/JS|OpenAction|AcroForm|\/URI|EmbeddedFile|\/Launch/)
    expect(await textOf(await open(Buffer.from(pdf, 'latin1')), 1)).toContain('app.alert')
  })

  it('holds its words as text, in every script', async () => {
    const doc = await open(await renderPdf(allKinds))
    const pages = await Promise.all(allKinds.map((_, i) => textOf(doc, i + 1)))
    for (const words of [
      '欧阳娜娜',
      '浦东新区世纪大道100号58层',
      '上海市',
      '补打',
      '(00) 3 4043 4292 1351 0012 4',
    ])
      expect(pages[1]).toContain(words)
    expect(pages[0]).toContain('94579 Zenting')
    expect(pages[0]).not.toContain('REPRINT')
    expect(pages[3]).toContain('Łukasz Żółć')
    expect(pages[4]).toContain('Αθήνα')
    expect(pages[5]).toContain('Martensdale, IA 50160')
    expect(pages[5]).toContain('UNITED STATES')
  })
})

describe('a scanner reads the printed number', () => {
  const kinds = [
    ['S10', latin, BarcodeFormat.CODE_128, 'RB123456785GB'],
    ['SSCC, Chinese', chinese, BarcodeFormat.CODE_128, '00340434292135100124'],
    ['DPD, long German', german, BarcodeFormat.CODE_128, '%008182709980000020033350276C'],
    ['Identcode', polish, BarcodeFormat.ITF, '218025809066'],
    ['IMpb digits', american, BarcodeFormat.CODE_128, '9400111206206406260787'],
    [
      'tracking address',
      chinese,
      BarcodeFormat.QR_CODE,
      'https://track.parcelyard.example/t/340434292135100124',
    ],
  ] as const
  for (const dpi of [203, 300]) {
    it.each(kinds)(`%s at ${dpi} dpi`, async (_, model, format, expected) => {
      expect(await scan(await open(await renderPdf([model])), 1, dpi, format)).toBe(expected)
    })
  }
  it('on A6 as well', async () => {
    expect(
      await scan(await open(await renderPdf([chinese], 'A6')), 1, 203, BarcodeFormat.CODE_128),
    ).toBe('00340434292135100124')
  })
})

describe('what a person may type', () => {
  it('never breaks the document', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        async (name, street) => {
          const pdf = await renderPdf([
            {
              ...chinese,
              consignee: { ...chinese.consignee, name, lines: [street, name] },
              remark: street,
              sender: [name],
            },
          ])
          expect(pdf.subarray(-6).toString()).toBe('%%EOF\n')
        },
      ),
      { numRuns: 60 },
    )
  })

  it('refuses numbers the bars cannot hold', async () => {
    const refused = (number: string, symbology: typeof latin.symbology): Promise<unknown> =>
      renderPdf([{ ...latin, number, symbology }]).catch((error: unknown) => error)
    for (const [number, symbology, code] of [
      ['', 'code128', 'label.numberEmpty'],
      ['RB12', 's10', 'label.numberInvalid'],
      ['218025809067', 'identcode', 'label.numberInvalid'],
      ['12^XA', 'code128', 'label.numberInvalid'],
      ['ä', 'code128', 'label.numberInvalid'],
      ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'code128', 'label.numberTooLong'],
    ] as const) {
      const error = await refused(number, symbology)
      expect(error).toBeInstanceOf(LabelError)
      expect(error).toMatchObject({ code })
    }
  })
})
