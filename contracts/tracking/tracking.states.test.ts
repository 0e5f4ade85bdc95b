import { describe, expect, test } from 'vitest'
import en from '#locales/en_US/tracking/tracking.json' with { type: 'json' }
import zh from '#locales/zh_CN/tracking/tracking.json' with { type: 'json' }
import {
  AFTER_FINAL,
  isTrackStatus,
  isTrackSub,
  statusKey,
  subKey,
  subsOf,
  TRACK,
  TRACK_PRECEDENCE,
  TRACK_STATUSES,
} from './tracking.states.ts'

const codes = Object.values(TRACK)

describe('the taxonomy', () => {
  test('every code has a row and exactly one place in the precedence', () => {
    expect(
      Object.keys(TRACK_STATUSES)
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual([...codes])
    expect([...TRACK_PRECEDENCE].toSorted((a, b) => a - b)).toEqual([...codes])
  })

  test('terminal statuses are the five of the table and are not polled', () => {
    const terminal = codes.filter((code) => TRACK_STATUSES[code].terminal)
    expect(terminal).toEqual([70, 90, 92, 95, 99])
    for (const code of codes)
      expect(TRACK_STATUSES[code].pollHours === null).toBe(TRACK_STATUSES[code].terminal)
  })

  test('every final status but EXPIRED names what may follow, with subs that exist', () => {
    const final = codes.filter((code) => TRACK_STATUSES[code].terminal && code !== TRACK.EXPIRED)
    expect(Object.keys(AFTER_FINAL).map(Number)).toEqual(final)
    for (const moves of Object.values(AFTER_FINAL)) {
      for (const move of moves) if (move.sub) expect(isTrackSub(move.status, move.sub)).toBe(true)
    }
  })

  test('numbers and words from outside are checked', () => {
    expect(isTrackStatus(40)).toBe(true)
    expect(isTrackStatus(41)).toBe(false)
    expect(isTrackStatus(Number.NaN)).toBe(false)
    expect(isTrackSub(TRACK.CUSTOMS, 'duty_due')).toBe(true)
    expect(isTrackSub(TRACK.CUSTOMS, 'on_vehicle')).toBe(false)
  })

  test('every status and sub-status has a text in both languages, and no text is left over', () => {
    const requested = new Set(
      codes.flatMap((code) => [statusKey(code), ...subsOf(code).map(subKey)]),
    )
    const known = (texts: Record<string, string>) =>
      new Set(Object.keys(texts).filter((key) => /^(status|sub)\./.test(key) && texts[key] !== ''))
    expect(known(en)).toEqual(requested)
    expect(known(zh)).toEqual(requested)
  })
})
