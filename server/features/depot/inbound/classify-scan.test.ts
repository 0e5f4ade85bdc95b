import { describe, expect, test } from 'vitest'
import { mayMove, PARCEL } from '#contracts/orders/shipments.states.ts'
import { classifyInboundScan, classifyOutboundScan } from '../scans/find-scanned.ts'
import { isOffWeight, measuresOf } from './receive-parcel.ts'

const states = Object.entries(PARCEL)

describe('what a scan means', () => {
  test('at the inbound station, state by state', () => {
    expect(
      Object.fromEntries(states.map(([name, code]) => [name, classifyInboundScan(code)])),
    ).toEqual({
      DRAFT: 'status',
      PREDICTED: 'receive',
      CONFIRMED: 'receive',
      LABELLED: 'receive',
      RECEIVED: 'alreadyIn',
      HELD: 'held',
      SORTED: 'alreadyIn',
      BAGGED: 'alreadyIn',
      OUTBOUND: 'alreadyOut',
      IN_TRANSIT: 'alreadyOut',
      EXCEPTION: 'alreadyOut',
      RETURNING: 'alreadyOut',
      RETURNED: 'status',
      DELIVERED: 'alreadyOut',
      CANCELLED: 'status',
      REVOKED: 'status',
      DESTROYED: 'status',
      LOST: 'status',
    })
  })
  test('into a batch, state by state', () => {
    expect(
      Object.fromEntries(states.map(([name, code]) => [name, classifyOutboundScan(code)])),
    ).toEqual({
      DRAFT: 'neverReceived',
      PREDICTED: 'neverReceived',
      CONFIRMED: 'neverReceived',
      LABELLED: 'neverReceived',
      RECEIVED: 'bag',
      HELD: 'held',
      SORTED: 'bag',
      BAGGED: 'bagged',
      OUTBOUND: 'alreadyOut',
      IN_TRANSIT: 'alreadyOut',
      EXCEPTION: 'alreadyOut',
      RETURNING: 'alreadyOut',
      RETURNED: 'status',
      DELIVERED: 'alreadyOut',
      CANCELLED: 'status',
      REVOKED: 'status',
      DESTROYED: 'status',
      LOST: 'status',
    })
  })
  test('is never more than the table of moves allows', () => {
    for (const [, code] of states) {
      if (classifyInboundScan(code) === 'receive') expect(mayMove(code, PARCEL.RECEIVED)).toBe(true)
      if (classifyOutboundScan(code) === 'bag') expect(mayMove(code, PARCEL.BAGGED)).toBe(true)
    }
  })
})

describe('measures', () => {
  test('are grams and millimetres, or nothing', () => {
    expect(measuresOf({})).toBeNull()
    expect(measuresOf({ weightKg: '10' })).toEqual({
      grams: 10_000,
      lengthMm: null,
      widthMm: null,
      heightMm: null,
    })
    expect(
      measuresOf({ weightKg: '0.377', lengthCm: '62', widthCm: '49.5', heightCm: '39' }),
    ).toEqual({ grams: 377, lengthMm: 620, widthMm: 495, heightMm: 390 })
  })
  test('need all three sides, and nothing is zero', () => {
    const issues = (typed: Parameters<typeof measuresOf>[0]) => {
      try {
        measuresOf(typed)
        return []
      } catch (error) {
        return (error as { issues: { path: string; code: string }[] }).issues.map(
          ({ path, code }) => `${path} ${code}`,
        )
      }
    }
    expect(issues({ lengthCm: '62' })).toEqual([
      'widthCm field.required',
      'heightCm field.required',
    ])
    expect(issues({ weightKg: '0.000', lengthCm: '1', widthCm: '0', heightCm: '1' })).toEqual([
      'weightKg field.tooSmall',
      'widthCm field.tooSmall',
    ])
  })
  test('differ worth a look from more than 100 g and a tenth', () => {
    expect([
      isOffWeight(500, 600),
      isOffWeight(500, 601),
      isOffWeight(10_000, 11_000),
      isOffWeight(10_000, 11_001),
      isOffWeight(10_000, 8_999),
    ]).toEqual([false, true, false, true, true])
  })
})
