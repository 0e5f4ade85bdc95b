import { expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { whyClosed } from '#contracts/kit/when.ts'
import { localeTexts } from './locale-files.ts'

const LANGS = ['zh_CN', 'en_US'] as const
const closable = cruds.flatMap((of) =>
  (['edit', 'delete'] as const).flatMap((action) => {
    const when = of.when?.[action]
    return when ? [{ of, action, when, name: `${of.name} ${action}` }] : []
  }),
)

test('there are rows whose state closes them', () => {
  expect(closable.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['predicted-batches edit', 'predicted-batches delete']),
  )
})

test.each(closable)('$name: what the server refuses is grey with its reason', (one) => {
  const { of, action, when } = one
  expect(whyClosed(of, action, { [when.field]: when.oneOf[0] })).toBeNull()
  expect(whyClosed(of, action, { [when.field]: 'another state' })).toBe(when.otherwise)
  expect(of.fields).toHaveProperty(when.field)
  for (const lang of LANGS)
    expect(localeTexts(lang, of.name), lang).toHaveProperty([`blocked.${when.otherwise}`])
})
