import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { LANGS, type Lang } from '#contracts/kit/envelope.ts'
import common_en from '#locales/en_US/kit/common.json' with { type: 'json' }
import shipments_en from '#locales/en_US/orders/shipments.json' with { type: 'json' }
import common_zh from '#locales/zh_CN/kit/common.json' with { type: 'json' }
import shipments_zh from '#locales/zh_CN/orders/shipments.json' with { type: 'json' }
import { loadNamespace, lookUp } from './text-store.ts'

const files = {
  en_US: { common: common_en, shipments: shipments_en },
  zh_CN: { common: common_zh, shipments: shipments_zh },
}
// The server words the same files with this library (server/kit/http/texts.ts).
const oracle = createInstance()
beforeAll(async () => {
  await oracle.init({
    resources: files,
    fallbackLng: false,
    fallbackNS: 'common',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  for (const lang of LANGS)
    await Promise.all([loadNamespace(lang, 'common'), loadNamespace(lang, 'shipments')])
})

const SPACES = ['shipments', 'common']
const NUMBERS = [0, 1, 2, 21, '1']

test.each(LANGS)('every text of %s is worded as the server words it', (lang: Lang) => {
  const keys = Object.keys({ ...files[lang].common, ...files[lang].shipments })
  const asked = keys
    .flatMap((key) => [key, key.replace(/_(one|other)$/, '')])
    .flatMap((key) => [
      { key, values: {} },
      ...NUMBERS.map((count) => ({ key, values: { count, name: 'A & <B> {{count}}' } })),
    ])
  expect(
    asked.filter(
      ({ key, values }) =>
        (lookUp(lang, SPACES, key, values) ?? key) !==
        oracle.t(key, { lng: lang, ns: SPACES, ...values }),
    ),
  ).toEqual([])
})

test('a key without a text is the key, and is missing', () => {
  expect(lookUp('en_US', SPACES, 'no.such.key')).toBeUndefined()
  expect(lookUp('en_US', SPACES, 'toString')).toBeUndefined()
})
