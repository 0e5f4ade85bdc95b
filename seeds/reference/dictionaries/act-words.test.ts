import { expect, test } from 'vitest'
import { dictionaries } from './dictionaries.ts'
import { localeFiles, localeTexts } from '#test/locale-files.ts'

/**
 * One word per act and state (docs/glossary.md): an order is cancelled (取消), its label revoked
 * (撤销), and what was just done is undone (撤销). The other word of each pair is refused.
 */
const OTHER: Readonly<Record<'zh_CN' | 'en_US', readonly RegExp[]>> = {
  zh_CN: [
    /取消[^，。；]{0,10}面单/,
    /面单(?!来源)[^，。；]{0,6}取消/,
    /撤销[^，。；]{0,12}订单(?!的面单)/,
  ],
  en_US: [
    /\bcancel\w* (the |a )?labels?\b/i,
    /\blabels? (is|are|was|were|be) (being )?cancelled/i,
    /\brevok\w+ (the |an |\{\{\w+\}\} )?orders?\b/i,
    /\borders? revoked\b/i,
  ],
}
/** What these keys name is the act that takes something back. */
const UNDO = /(^|\.)(undo|undone|revoke[sd]?)(\.|$)/
const CANCEL = /^(action|bulk|ask|done|detail)\.cancel(led)?(_one)?$/

test.each(['zh_CN', 'en_US'] as const)('in %s an act has one word in every text', (lang) => {
  const odd = [...localeFiles(lang).keys()].flatMap((space) =>
    Object.entries(localeTexts(lang, space))
      .filter(([key, text]) => {
        if (OTHER[lang].some((pattern) => pattern.test(text))) return true
        if (lang === 'en_US')
          return CANCEL.test(key) && space === 'shipments' && !/cancel/i.test(text)
        return (
          (UNDO.test(key) && text.includes('取消')) ||
          (CANCEL.test(key) && text.includes('撤销') && space === 'shipments')
        )
      })
      .map(([key, text]) => `${space}:${key} = ${text}`),
  )
  expect(odd).toEqual([])
})

test('the states of an order are named by the act that leads to them', () => {
  for (const code of ['shipment_status', 'parcel_status']) {
    const ended = dictionaries
      .find((one) => one.code === code)!
      .items.filter(({ value }) => ['-10', '-20'].includes(value))
    expect(ended).toHaveLength(2)
    for (const { text, textEn } of ended) {
      expect(text.startsWith('已取消'), text).toBe(true)
      expect(textEn.startsWith('Cancelled'), textEn).toBe(true)
    }
  }
})
