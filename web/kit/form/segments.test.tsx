// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { Segments } from './segments.tsx'

const OPTIONS = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'own', label: 'Own' },
] as const

it('is a group of radio buttons: one is on, and choosing another reports its value', () => {
  const onChange = vi.fn()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() =>
    root.render(
      <Segments aria-label="Kind" value="fixed" onChange={onChange} options={[...OPTIONS]} />,
    ),
  )
  expect(place.querySelector('[role=radiogroup]')?.getAttribute('aria-label')).toBe('Kind')
  const buttons = [...place.querySelectorAll<HTMLInputElement>('input[type=radio]')]
  expect(buttons.map(({ checked }) => checked)).toEqual([true, false])
  flushSync(() => buttons[1]?.click())
  expect(onChange).toHaveBeenCalledWith('own')
  flushSync(() => root.unmount())
})
