import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aimedAt, AWAY, sightings } from './camera-sightings.ts'

it('the code nearest the middle is meant, spaces around it are not', () => {
  expect(
    aimedAt(
      [
        { code: 'A', x: 10, y: 10 },
        { code: ' B ', x: 300, y: 250 },
        { code: '', x: 320, y: 240 },
      ],
      640,
      480,
    ),
  ).toBe('B')
  expect(aimedAt([], 640, 480)).toBeNull()
})

it('a code in front of the camera is one scan, a single misread none, and shown again later another', () => {
  const see = sightings()
  expect([
    see('A', 0),
    see('A', 100),
    see('A', 200),
    see('X', 300),
    see('A', 400),
    see(null, 500),
    see('A', 600),
    see('A', 700),
  ]).toEqual([null, 'A', null, null, null, null, null, null])
  expect([see(null, 800), see('A', 700 + AWAY), see('A', 800 + AWAY)]).toEqual([null, null, 'A'])
})

it('whatever is seen: a scan was seen twice in a row, and none comes twice within the time', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          code: fc.constantFrom('A', 'B', null),
          after: fc.integer({ min: 1, max: 3 * AWAY }),
        }),
        { maxLength: 60 },
      ),
      (looks) => {
        const see = sightings()
        const last = new Map<string, number>()
        let now = 0
        let before: string | null = null
        for (const { code, after } of looks) {
          now += after
          const scan = see(code, now)
          if (scan !== null) {
            expect([code, before]).toEqual([scan, scan])
            if (last.has(scan) && now - last.get(scan)! < AWAY) expect.fail('twice')
          }
          if (scan !== null) last.set(scan, now)
          before = code
        }
      },
    ),
  )
})
