import { describe, expect, it } from 'vitest'
import { localeTexts } from '#test/locale-files.ts'
import { TRACK, TRACK_SUBS, statusKey, subKey } from '#contracts/tracking/tracking.states.ts'
import { STEPS, statusStyleOf, statusText, stepOf } from './status-style.ts'
import { event, parcel, speak } from '#web/test/track-page.ts'

describe('looks', () => {
  it.each(['zh_CN', 'en_US'] as const)(
    'has a word for every status and finer status in %s',
    (lang) => {
      const words = localeTexts(lang, 'tracking')
      for (const code of Object.values(TRACK)) {
        expect(words[statusKey(code)], `${code}`).toBeTruthy()
        for (const sub of TRACK_SUBS[code]) expect(words[subKey(sub)], sub).toBeTruthy()
      }
    },
  )

  it('names a status by its code of two digits', async () => {
    await speak('zh_CN')
    expect(statusText(TRACK.PENDING)).not.toContain('status.')
    expect(statusText(TRACK.DELIVERED)).toBe('已签收')
  })

  it('does not fall over a status newer than the page', () => {
    expect(statusStyleOf(77)).toEqual({ tone: 'idle', icon: 'clock', step: 0 })
  })
})

describe('steps', () => {
  const after = (status: number, ...earlier: number[]): number =>
    stepOf(parcel({ status, events: earlier.map((each) => event({ status: each })) }))

  it('counts what the present status proves', () => {
    expect(
      [
        TRACK.PENDING,
        TRACK.INFO_RECEIVED,
        TRACK.OUTBOUND,
        TRACK.CUSTOMS,
        TRACK.READY_FOR_PICKUP,
        TRACK.DELIVERED,
      ].map((s) => after(s)),
    ).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('keeps the furthest step through a problem or a way back', () => {
    expect(after(TRACK.EXCEPTION, TRACK.IN_TRANSIT, TRACK.INFO_RECEIVED)).toBe(3)
    expect(after(TRACK.RETURNING, TRACK.ATTEMPT_FAILED, TRACK.IN_TRANSIT)).toBe(4)
  })

  it('never shows a delivery that did not last as done', () => {
    expect(after(TRACK.RETURNED, TRACK.DELIVERED, TRACK.OUT_FOR_DELIVERY)).toBe(STEPS.length - 1)
  })
})
