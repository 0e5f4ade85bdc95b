// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { SegmentsInput } from './segments-input.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

let stored: unknown = ''
function Field({ start }: { start: string }) {
  const [value, setValue] = useState<unknown>(start)
  return (
    <SegmentsInput
      id="ruleJson"
      value={value}
      onChange={(next: unknown) => {
        stored = next
        setValue(next)
      }}
    />
  )
}
async function open(...segments: object[]): Promise<void> {
  stored = ''
  await showScreen(<Field start={segments.length > 0 ? JSON.stringify(segments) : ''} />, {
    texts: ['rules'],
  })
}
const saved = (): unknown => JSON.parse(String(stored))
const inputs = (at: number) =>
  [...document.querySelectorAll('fieldset')[at]!.querySelectorAll('input')] as [
    digits: HTMLInputElement,
    pattern: HTMLInputElement,
    message: HTMLInputElement,
  ]
const LETTERS = { digits: '2', pattern: '[A-Z]{2}', message: 'Two letters' }
const DIGITS = { digits: '*', pattern: '\\d+', message: 'Then digits' }
const TRY = '/sys/checkRule/try'

describe('the segments of a check rule', () => {
  it('begin with one empty box, which cannot be removed or moved up', async () => {
    await open()
    expect(document.querySelectorAll('fieldset')).toHaveLength(1)
    expect((await buttonOf('Remove segment 1')).hasAttribute('disabled')).toBe(true)
    expect((await buttonOf('Move segment 1 up')).hasAttribute('disabled')).toBe(true)
    await type(inputs(0)[1], '[A-Z]')
    expect(saved()).toEqual([{ digits: '*', pattern: '[A-Z]', message: '' }])
  })

  it('are added, moved and removed', async () => {
    await open(LETTERS)
    await press('Add a segment')
    await type(inputs(1)[1], DIGITS.pattern)
    await type(inputs(1)[2], DIGITS.message)
    expect(saved()).toEqual([LETTERS, DIGITS])
    await press('Move segment 2 up')
    expect(saved()).toEqual([DIGITS, LETTERS])
    await press('Remove segment 1')
    expect(saved()).toEqual([LETTERS])
  })

  it('that cannot be read begin empty again', async () => {
    await showScreen(<Field start="{no json" />, { texts: ['rules'] })
    expect(inputs(0).map(({ value }) => value)).toEqual(['*', '', ''])
  })
})

describe('trying a value', () => {
  const tried = () => document.querySelector<HTMLInputElement>('.rul-try input')!

  it('sends the rule as it is on the screen, and shows which part fails', async () => {
    const sent = answersAt({
      [TRY]: good({
        passed: false,
        message: 'Two letters',
        beginIndex: 0,
        endIndex: 2,
        checkValue: '1A',
      }),
    })
    await open(LETTERS, DIGITS)
    await type(tried(), '1A77')
    await press('Test')
    await until(() => document.querySelector('.rul-bad') !== null)
    expect(bodiesOf(sent, TRY)).toEqual([
      { ruleJson: JSON.stringify([LETTERS, DIGITS]), value: '1A77' },
    ])
    expect(document.querySelector('.rul-bad')?.textContent).toContain('Two letters')
    await type(inputs(0)[0], '3')
    expect(document.querySelector('[role=status]')).toBeNull()
  })

  it('shows that it fits, and what is wrong with the rule itself', async () => {
    answersAt({
      [TRY]: [
        good({ passed: true }),
        refused(400, 'Please check', {
          result: { issues: [{ path: 'ruleJson', code: 'x', message: 'Segment 1: no pattern' }] },
        }),
      ],
    })
    await open(LETTERS)
    await type(tried(), 'AB')
    await press('Test')
    await until(() => document.querySelector('.rul-good') !== null)
    await press('Test')
    await until(() => seen().includes('Segment 1: no pattern'))
  })
})
