import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../features/money/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** Settings and words to a question: "Saved" is all there is to it. */
const PLAIN = [
  'accountingExport.saveDebtor',
  'accountingExport.saveSetting',
  'cod.saveBank',
  'cod.saveSetting',
  'dunning.saveSetting',
  'invoices.saveSetting',
  'providerKeys.save',
  'recharges.saveLimits',
  // Of a tenant for trials only.
  'recharges.simulate',
  'tradeQuestions.close',
  'tradeQuestions.write',
]
const CALL = /const (\w+) = useAction\(\s*([\w.]+)(?=[,)])/g

it('what moves money names what became of it, not "saved"', () => {
  const plain = Object.entries(files).flatMap(([path, text]) =>
    path.includes('.test.')
      ? []
      : [...text.matchAll(CALL)].flatMap(({ index, 1: name, 2: call }) => {
          const options = /^[\s\S]*?\)\n/.exec(text.slice(index))?.[0] ?? ''
          const run = new RegExp(
            `${name}\\.run\\(\\s*\\{[^}]*\\},\\s*null,|withReason\\([^)]*${name}\\.run`,
          )
          const worded = options.includes('success:') || run.test(text)
          return worded || PLAIN.includes(call!) ? [] : [`${path}: ${call!}`]
        }),
  )
  expect(plain).toEqual([])
})
