import { expect, it } from 'vitest'
import { isAccountField } from '#contracts/kit/names.ts'

const files = import.meta.glob<string>('../../**/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const contracts = import.meta.glob<string>('../../../contracts/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
/** A value between braces of a page, in a text, or given to one of its words. */
const DRAWN =
  /(?:\{|render: \(\w+\) => |(?:by|name|user): )(?:\w+\.)*(?!describedBy|setBy)(\w+By)(?:\}| \?\?| \})/g

it('an account is drawn by the name of its user', () => {
  const raw = Object.entries(files).flatMap(([path, text]) =>
    path.includes('.test.') || path.includes('.fixture.')
      ? []
      : [...text.matchAll(DRAWN)].flatMap(([drawn, key]) =>
          isAccountField(key!) ? [`${path}: ${drawn}`] : [],
        ),
  )
  expect(raw).toEqual([])
})

/** What these have is a name already. */
const NAMES = ['money/trade-questions.ts', 'returns/cases/comments.ts', 'depot/outbound.events.ts']

it('an account in an answer has a name by which it is known to be one', () => {
  const unnamed = Object.entries(contracts).flatMap(([path, text]) =>
    /^ +by: z\.string/m.test(text) && !NAMES.some((name) => path.endsWith(name)) ? [path] : [],
  )
  expect(unnamed).toEqual([])
})
