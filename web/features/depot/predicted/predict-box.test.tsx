// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answersAt, bodiesOf, buttonOf, press, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { pastedNumbers } from './pasted-numbers.ts'
import { PredictBox } from './predict-box.tsx'

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('numbers out of what was pasted', () => {
  it.each([
    ['A1\nA2\n\nA1', ['A1', 'A2']],
    ['A1\tFrankfurt\nA2\tHamburg', ['A1', 'A2']],
    ['A1, A2；A3', ['A1', 'A2', 'A3']],
    ['"A1"\n\'A2\'', ['A1', 'A2']],
    [`A1\n${'x'.repeat(61)}`, ['A1']],
    ['  ', []],
  ])('%j', (text, numbers) => expect(pastedNumbers(text)).toEqual(numbers))
})

describe('putting parcels on a batch', () => {
  const ADD = '/erp/predictedBatch/addParcels'
  const box = () => document.querySelector('textarea')!
  const open = () => showScreen(<PredictBox id="9" />, { texts: ['scans'] })

  it('sends each number once, empties the box, and lists what was refused with its reason', async () => {
    const sent = answersAt({
      [ADD]: good({ added: 1, refused: [{ no: 'A2', code: 'x', message: 'is on another batch' }] }),
    })
    await open()
    expect((await buttonOf('Add 0 numbers')).hasAttribute('disabled')).toBe(true)
    await type(box(), 'A1\nA2\nA1')
    await press('Add 2 numbers')
    await until(() => seen().includes('A2 is on another batch'))
    expect(bodiesOf(sent, ADD)).toEqual([{ id: '9', nos: ['A1', 'A2'] }])
    expect(box().value).toBe('')
    expect(seen()).toContain('1 number not added')
    expect(seen()).toContain('1 parcel added.')
  })

  it('leaves what was typed where the call is refused, and takes no more than a thousand', async () => {
    answersAt({ [ADD]: refused(1002, 'The batch is finished') })
    await open()
    await type(box(), 'A1')
    await press('Add 1 number')
    await until(() => seen().includes('The batch is finished'))
    expect(box().value).toBe('A1')
    await type(box(), Array.from({ length: 1001 }, (_, at) => `N${at}`).join('\n'))
    expect(seen()).toContain('At most 1000 numbers at a time')
    expect((await buttonOf('Add 1001 numbers')).hasAttribute('disabled')).toBe(true)
  })
})
