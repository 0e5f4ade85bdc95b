import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { rate } from '#contracts/kit/field.ts'
import { type } from '#web/test/acts.ts'
import { leave, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { FieldInput } from './field-input.tsx'

afterEach(leave)
const sent: unknown[] = []

function Rate() {
  const [value, setValue] = useState<unknown>(1825)
  return (
    <FieldInput
      id="rate"
      spec={rate()}
      value={value}
      onChange={(next) => {
        sent.push(next)
        setValue(next)
      }}
    />
  )
}

it('a rate is entered in percent and kept in hundredths of a percent', async () => {
  await showScreen(<Rate />, { texts: [] })
  const input = await untilFound(() => document.querySelector<HTMLInputElement>('#rate'))
  expect(input.value).toBe('18.25')
  expect(document.body.textContent).toContain('%')
  await type(input, '9,5')
  await type(input, '7.')
  await type(input, '')
  expect(sent.slice(0, 3)).toEqual([950, '7. %', null])
})
