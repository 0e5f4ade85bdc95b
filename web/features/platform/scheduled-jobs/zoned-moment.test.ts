import { expect, it } from 'vitest'
import { inZone } from './zoned-moment.tsx'

it('a job’s next time is shown by the clock of the job’s zone', () => {
  const at = '2026-11-22T03:30:00.000Z'
  expect(inZone(at, 'UTC')).toBe('2026-11-22 03:30')
  expect(inZone(at, 'Europe/Berlin')).toBe('2026-11-22 04:30')
  expect(inZone(at, 'Asia/Shanghai')).toBe('2026-11-22 11:30')
  expect(inZone(at, 'Mars/Base')).toBe(at)
})
