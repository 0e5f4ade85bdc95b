import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../../../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Trees are found by their title, in their own order. */
const TREES = /<TreeSelect\b/

it('has one select that is found by typing: the others would take the wrong one', () => {
  const searched = Object.entries(files)
    .filter(([, text]) => /showSearch|optionFilterProp/.test(text) && !TREES.test(text))
    .map(([path]) => path)
  expect(searched).toEqual(['./choice-input.tsx'])
})

it('has one select of several: the others take back by Tab what was chosen last', () => {
  const several = Object.entries(files)
    .filter(([, text]) => /'multiple'|mode="multiple"/.test(text))
    .map(([path]) => path)
  expect(several).toEqual(['./choice-input.tsx'])
})
