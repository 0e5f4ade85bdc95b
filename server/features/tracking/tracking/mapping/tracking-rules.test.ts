import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CarrierEvent, MappingRow } from '#contracts/tracking/tracking.events.ts'
import { PARCEL } from '#contracts/orders/shipments.states.ts'
import { TRACK, TRACK_PRECEDENCE, subsOf } from '#contracts/tracking/tracking.states.ts'
import {
  eventKey,
  mapEvent,
  nextPoll,
  ownEvent,
  parcelEffect,
  patternIssue,
  replay,
  storedMapping,
  normaliseEvent,
} from '../index.ts'
import type { PollFacts } from '../index.ts'

const reported: CarrierEvent = {
  trackNo: '00340434161094000001',
  courier: 'dhl',
  rawCode: 'AA',
  reasonCode: null,
  rawText: 'Left the hub',
  rawTime: '2026-03-02T08:00:00+01:00',
  timeZone: null,
  place: 'Hamburg',
  country: 'DE',
  source: 'poll',
  payloadHash: 'x',
  receivedAt: '2026-03-02T07:01:00.000Z',
}

describe('event keys', () => {
  test('the same event pushed and polled is one; spacing and Unicode form do not matter', () => {
    const pushed = {
      ...reported,
      source: 'push' as const,
      payloadHash: 'y',
      receivedAt: 'later',
      rawText: ' Left  the hub ',
    }
    expect(eventKey(pushed)).toBe(eventKey(reported))
    expect(eventKey({ ...reported, place: 'Mu\u0308nchen' })).toBe(
      eventKey({ ...reported, place: 'M\u00fcnchen' }),
    )
    expect(eventKey(reported)).toMatch(/^[0-9a-f]{64}$/)
  })

  test('every part distinguishes events, and text cannot wander from one part to the next', () => {
    const others: Partial<CarrierEvent>[] = [
      { trackNo: '1' },
      { courier: 'gls' },
      { rawTime: '2026-03-02T08:01:00+01:00' },
      { rawCode: 'EE' },
      { reasonCode: 'R1' },
      { rawText: 'Left' },
      { place: 'Bremen' },
    ]
    expect(
      new Set([reported, ...others.map((other) => ({ ...reported, ...other }))].map(eventKey)).size,
    ).toBe(8)
    const part = fc.string({ minLength: 1, maxLength: 6 }).map((s) => s.replaceAll(/\s/g, 'x'))
    fc.assert(
      fc.property(part, part, (a, b) => {
        expect(eventKey({ ...reported, rawText: a, place: `${b}z` })).not.toBe(
          eventKey({ ...reported, rawText: `${a}${b}`, place: 'z' }),
        )
      }),
    )
  })
})

describe('mapping', () => {
  const to = (status: 40 | 45 | 50 | 60): MappingRow['to'] => ({
    effect: 'move',
    status,
    sub: subsOf(status)[0] ?? 'in_transit',
  })
  const row = (id: string, more: Partial<MappingRow>): MappingRow => ({
    id,
    courier: 'dhl',
    rawCode: null,
    reasonCode: null,
    textPattern: null,
    weight: 0,
    to: to(40),
    ...more,
  })
  const meaning = (event: Partial<CarrierEvent>, ...rows: MappingRow[]) =>
    mapEvent({ ...reported, ...event }, rows)

  test('code with reason, then code, then text; a demanded text and a weight decide within', () => {
    const rows = [
      row('text', { textPattern: 'hub', weight: 99 }),
      row('code', { rawCode: 'AA' }),
      row('heavy', { rawCode: 'AA', weight: 5 }),
      row('code+text', { rawCode: 'AA', textPattern: 'left' }),
      row('code+reason', { rawCode: 'aa', reasonCode: 'R1' }),
    ]
    expect(meaning({ reasonCode: 'R1' }, ...rows).mappingId).toBe('code+reason')
    expect(meaning({}, ...rows).mappingId).toBe('code+text')
    expect(meaning({ rawText: 'on its way' }, ...rows).mappingId).toBe('heavy')
    expect(meaning({ rawCode: 'QQ' }, ...rows).mappingId).toBe('text')
    expect(meaning({ rawCode: 'AA' }, ...rows.toReversed()).mappingId).toBe('code+text')
  })

  test('an unknown code is in transit and flagged; rows of others and rows without a condition do not count', () => {
    const found = meaning(
      { rawText: 'Hub 7' },
      row('gls', { courier: 'gls', rawCode: 'AA' }),
      row('empty', {}),
    )
    expect(found).toMatchObject({
      effect: 'move',
      status: 40,
      sub: 'in_transit',
      unmapped: true,
      mappingId: null,
    })
  })

  test('what a step asks of whom comes with it', () => {
    const duty = meaning(
      {},
      row('1', { rawCode: 'AA', to: { effect: 'move', status: 45, sub: 'duty_due' } }),
    )
    expect(duty).toMatchObject({ actionRequired: true, blame: 'consignee', visibleToPublic: true })
  })

  test('a stored row is read; one that makes no sense is left out', () => {
    const row = {
      id: '7',
      courier: 'DHL',
      rawCode: '',
      rawReason: '',
      pattern: '',
      weight: 3,
      status: '50',
      sub: null,
      cancels: false,
    }
    expect(storedMapping({ ...row, rawCode: 'PO' })).toEqual({
      id: '7',
      courier: 'DHL',
      rawCode: 'PO',
      reasonCode: null,
      textPattern: null,
      weight: 3,
      to: { effect: 'move', status: 50, sub: 'on_vehicle' },
    })
    expect(storedMapping({ ...row, sub: 'appointment_set' })?.to).toEqual({
      effect: 'move',
      status: 50,
      sub: 'appointment_set',
    })
    expect(storedMapping({ ...row, status: 'note' })?.to.effect).toBe('note')
    expect(storedMapping({ ...row, status: 'note', cancels: true })?.to.effect).toBe('cancel')
    for (const odd of [{ status: '51' }, { status: '' }, { sub: 'lost' }])
      expect(storedMapping({ ...row, ...odd })).toBe(null)
  })

  test('a replay changes the meaning and nothing else; own events keep theirs', () => {
    const before = normaliseEvent({ ...reported, rawText: 'Hub 7' }, [])
    const after = replay(before, [row('1', { rawCode: 'AA', to: to(50) })])
    expect(before.unmapped).toBe(true)
    expect(after).toEqual({
      ...before,
      status: 50,
      sub: 'on_vehicle',
      unmapped: false,
      mappingId: '1',
    })
    const at = '2026-03-02T07:00:00.000Z'
    const scan = ownEvent({
      trackNo: '1',
      status: 20,
      sub: 'sorted',
      at,
      receivedAt: at,
      place: 'Depot',
      country: 'DE',
      source: 'scan',
    })
    expect(replay(scan, [row('1', { textPattern: '.', to: to(50) })])).toEqual(scan)
    expect(scan).toMatchObject({ utc: at, offsetMin: 0, courier: 'own' })
  })

  test('patterns RE2 does not know or that are too large are refused and never match', () => {
    const refused = {
      '(a)\\1': 'unsupported',
      '(?=a)a': 'unsupported',
      '(?<!a)b': 'unsupported',
      '(\\w{1,30}){1,30}': 'tooCostly',
      '((a{1,99}){1,99}){1,99}': 'tooCostly',
      ['('.repeat(20) + 'a|a' + ')'.repeat(20) + '(']: 'invalid',
      '': 'tooLong',
      ['a'.repeat(201)]: 'tooLong',
    }
    for (const [pattern, issue] of Object.entries(refused)) {
      expect([pattern, patternIssue(pattern)]).toEqual([pattern, issue])
      expect(
        meaning({ rawText: 'a'.repeat(5000) }, row('evil', { textPattern: pattern })).unmapped,
      ).toBe(true)
    }
  })

  test('patterns that would run for ever by backtracking are answered', () => {
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*)*x', '.*.*.*x', `${'(a|a)'.repeat(30)}x`]) {
      expect([pattern, patternIssue(pattern)]).toEqual([pattern, null])
      const found = meaning({ rawText: 'a'.repeat(199) + 'b' }, row('1', { textPattern: pattern }))
      expect([pattern, found.unmapped]).toEqual([pattern, true])
    }
    for (const good of [
      'neighbou?r|nachbar',
      'refus',
      '^left .* hub$',
      'zur[üu]ck',
      '\\bpo\\b',
      'a{2,5}',
    ])
      expect([good, patternIssue(good)]).toEqual([good, null])
  })
})

describe('when the carrier is asked next', () => {
  const now = '2026-03-31T12:00:00.000Z'
  const ago = (hours: number): string => new Date(Date.parse(now) - hours * 3_600_000).toISOString()
  const ahead = (hours: number): string => ago(-hours)
  const facts = (more: Partial<PollFacts>): PollFacts => ({
    status: TRACK.IN_TRANSIT,
    lastCarrierAt: ago(10),
    deliveredAt: null,
    pollingSince: ago(100),
    lastPolledAt: now,
    failures: 0,
    ...more,
  })

  test('the intervals of rule 5', () => {
    const due = (status: PollFacts['status']) => nextPoll(facts({ status }), now)
    expect(due(TRACK.INFO_RECEIVED)).toEqual({ do: 'poll', at: ahead(12) })
    expect(due(TRACK.IN_TRANSIT)).toEqual({ do: 'poll', at: ahead(4) })
    expect(due(TRACK.OUT_FOR_DELIVERY)).toEqual({ do: 'poll', at: ahead(1) })
    expect(due(TRACK.CUSTOMS)).toEqual({ do: 'poll', at: ahead(6) })
    for (const status of [TRACK.RETURNED, TRACK.DESTROYED, TRACK.CANCELLED, TRACK.EXPIRED])
      expect(due(status)).toEqual({ do: 'stop' })
  })

  test('never asked, or overdue: at once', () => {
    expect(nextPoll(facts({ lastPolledAt: null }), now)).toEqual({ do: 'poll', at: now })
    expect(nextPoll(facts({ lastPolledAt: ago(50) }), now)).toEqual({ do: 'poll', at: now })
  })

  test('delivered: one more look after a day, then none', () => {
    const delivered = { status: TRACK.DELIVERED, deliveredAt: ago(2) }
    expect(nextPoll(facts(delivered), now)).toEqual({ do: 'poll', at: ahead(22) })
    expect(nextPoll(facts({ ...delivered, deliveredAt: ago(24) }), now)).toEqual({ do: 'stop' })
    expect(
      nextPoll(facts({ ...delivered, deliveredAt: ago(30), lastPolledAt: ago(8) }), now),
    ).toEqual({ do: 'poll', at: now })
  })

  test('errors double the interval up to a day; Retry-After is respected', () => {
    const wait = (more: Partial<PollFacts>) =>
      nextPoll(facts({ status: TRACK.OUT_FOR_DELIVERY, ...more }), now)
    expect([1, 2, 3, 4, 5, 60].map((failures) => wait({ failures }))).toEqual(
      [2, 4, 8, 16, 24, 24].map((h) => ({ do: 'poll', at: ahead(h) })),
    )
    expect(wait({ failures: 1, retryAfterMs: 5 * 3_600_000 })).toEqual({ do: 'poll', at: ahead(5) })
  })

  test('silence ends in EXPIRED, counted from the last start when that is later', () => {
    const month = { lastCarrierAt: ago(30 * 24), pollingSince: ago(60 * 24) }
    expect(nextPoll(facts(month), now)).toEqual({ do: 'expire', status: 99, sub: 'no_update_30d' })
    expect(nextPoll(facts({ ...month, lastCarrierAt: ago(30 * 24 - 1) }), now)).toMatchObject({
      do: 'poll',
    })
    expect(nextPoll(facts({ ...month, pollingSince: ago(1) }), now)).toMatchObject({ do: 'poll' })
    const unknown = { status: TRACK.PENDING, lastCarrierAt: null }
    expect(nextPoll(facts({ ...unknown, pollingSince: ago(15 * 24) }), now)).toEqual({
      do: 'expire',
      status: 99,
      sub: 'never_found_15d',
    })
    expect(nextPoll(facts({ ...unknown, pollingSince: ago(15 * 24 - 1) }), now)).toEqual({
      do: 'poll',
      at: ahead(12),
    })
  })

  test('whatever the facts, never before now and never later than a day without a Retry-After', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRACK_PRECEDENCE),
        fc.nat(1000),
        fc.nat(1000),
        fc.nat(99),
        (status, polled, event, failures) => {
          const plan = nextPoll(
            facts({
              status,
              lastPolledAt: ago(polled),
              lastCarrierAt: ago(event),
              deliveredAt: ago(event),
              failures,
            }),
            now,
          )
          if (plan.do !== 'poll') return
          expect(plan.at >= now && plan.at <= ahead(24)).toBe(true)
        },
      ),
    )
  })
})

describe('what tracking does to a parcel', () => {
  // Domain 3.2, the table of transitions as far as carriers reach; 90 only by a correction.
  const legal: Record<number, number[]> = {
    30: [80],
    70: [80, 90, 82, 85],
    80: [82, 90, 85, -30],
    82: [80, 90, 85, -30],
    85: [88],
    90: [80, 82],
  }
  const parcels = Object.values(PARCEL)

  test('every step it makes is in the table', () => {
    for (const parcel of parcels) {
      for (const status of TRACK_PRECEDENCE) {
        for (const sub of subsOf(status)) {
          const effect = parcelEffect(parcel, { status, sub, delivered: false, cancelled: ['k'] })
          if (effect.do !== 'move') continue
          let from: number = parcel
          for (const step of effect.steps) {
            expect(legal[from] ?? []).toContain(step)
            from = step
          }
        }
      }
    }
  })

  test.each([
    [70, TRACK.IN_TRANSIT, 'in_transit', { do: 'move', steps: [80] }],
    [70, TRACK.DELIVERED, 'to_recipient', { do: 'move', steps: [90] }],
    [30, TRACK.DELIVERED, 'to_recipient', { do: 'move', steps: [80, 90] }],
    [80, TRACK.READY_FOR_PICKUP, 'parcel_shop', { do: 'nothing' }],
    [82, TRACK.IN_TRANSIT, 'resolved', { do: 'move', steps: [80] }],
    [80, TRACK.EXCEPTION, 'lost', { do: 'move', steps: [82] }],
    [80, TRACK.RETURNED, 'to_sender', { do: 'move', steps: [85, 88] }],
    [80, TRACK.RETURNED, 'to_depot', { do: 'move', steps: [85] }],
    [85, TRACK.IN_TRANSIT, 'arrived', { do: 'nothing' }],
    [85, TRACK.DELIVERED, 'to_recipient', { do: 'ask', question: 'deliveredWhileReturning' }],
    [90, TRACK.RETURNING, 'refused', { do: 'ask', question: 'returnCase' }],
    [90, TRACK.EXCEPTION, 'damaged', { do: 'ask', question: 'damageAfterDelivery' }],
    [90, TRACK.OUT_FOR_DELIVERY, 'on_vehicle', { do: 'nothing' }],
    [45, TRACK.DESTROYED, 'by_carrier', { do: 'ask', question: 'notHandedOver' }],
    [60, TRACK.ACCEPTED, 'picked_up', { do: 'ask', question: 'notHandedOver' }],
    [-40, TRACK.IN_TRANSIT, 'in_transit', { do: 'ask', question: 'ended' }],
    [40, TRACK.RECEIVED, 'weighed', { do: 'nothing' }],
    [80, TRACK.EXPIRED, 'no_update_30d', { do: 'nothing' }],
  ] as const)('%i with %i/%s', (parcel, status, sub, effect) => {
    const delivered = parcel === 90 && sub === 'damaged'
    expect(parcelEffect(parcel, { status, sub, delivered, cancelled: [] })).toEqual(effect)
  })

  test('a delivery the carrier takes back is taken back', () => {
    const taken = { delivered: false, cancelled: ['k'] }
    expect(
      parcelEffect(90, { status: TRACK.OUT_FOR_DELIVERY, sub: 'on_vehicle', ...taken }),
    ).toEqual({ do: 'move', steps: [80] })
    expect(parcelEffect(90, { status: TRACK.EXCEPTION, sub: 'damaged', ...taken })).toEqual({
      do: 'move',
      steps: [82],
    })
  })
})
