import { expect, it } from 'vitest'

const files = import.meta.glob<string>('../../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

it('has one number field: the bare one cuts what is typed down to its maximum, unseen', () => {
  const bare = Object.entries(files)
    .filter(([, text]) => /<InputNumber\b/.test(text))
    .map(([path]) => path)
  expect(bare).toEqual(['./number-input.tsx'])
})
