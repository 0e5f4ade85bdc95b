import { afterEach, expect, it } from 'vitest'
import { labelAt } from './form-values.ts'

afterEach(() => document.body.replaceChildren())

it('a field is named as the form names it or as it is labelled, never by its path', () => {
  const label = document.createElement('label')
  label.htmlFor = 'track_forward_serviceId'
  label.textContent = 'Service'
  document.body.append(label)
  expect(labelAt('Note', undefined, 'note')).toBe('Note')
  expect(labelAt('forward.serviceId', 'track', 'forward.serviceId')).toBe('Service')
  expect(labelAt(null, 'track', 'forward.serviceId')).toBe('Service')
  expect(labelAt('forward.other', 'track', 'forward.other')).toBeNull()
  expect(labelAt(null, undefined, '')).toBeNull()
})
