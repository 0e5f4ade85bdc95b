import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testTrack, type Dialect } from '#contracts/tracking/test-track.ts'
import { tracking } from '#contracts/tracking/tracking.ts'
import { useWorld } from '#test/harness.ts'
import { parcelRow, sendParcel, setPolling } from '../tracking.fixture.ts'

const world = useWorld()
const FIXTURES = new URL('../../../../../test/fixtures/carriers/', import.meta.url)
const file = (name: string): string => readFileSync(new URL(name, FIXTURES), 'utf8')
interface Call {
  request?: { body?: {}; rawBody?: string }
  answer?: { status?: number; body?: {} }
}
const callOf = (name: string) => JSON.parse(file(`${name}.json`)) as Call

const run = async (courier: Dialect, payload: {} | undefined) =>
  (await world().as('manager')).call(testTrack.run, { courier, payload })
/** `status sub utc|? place` of each event, the newest first. */
const read = async (courier: Dialect, payload: {} | undefined) =>
  (await run(courier, payload)).events.map(({ status, subStatus, utc, time, offsetKnown }) =>
    [status, subStatus, offsetKnown ? utc?.slice(0, 16) : time].join(' '),
  )

describe('payloads of carriers', () => {
  test.each<[name: string, courier: Dialect, wanted: string[]]>([
    [
      'dhl-track-parcel-de',
      'dhl',
      ['70 to_recipient 2026-11-27T08:59:00', '50 on_vehicle 2026-11-27T07:42:00'],
    ],
    [
      'dhl-track-parcel-de-codes',
      'dhl',
      ['55 locker 2026-11-27T09:12', '40 forwarded 2026-11-27T06:40'],
    ],
    ['dhl-track-express-pod', 'dhl', ['70 to_recipient 2026-11-27T07:53']],
    ['dhl-track-several', 'dhl', ['50 on_vehicle 2026-11-26T14:00', '70 mailbox 2026-08-26T18:04']],
    [
      'gls-track-12',
      'gls',
      [
        '50 on_vehicle 2026-11-27T05:52',
        '40 arrived 2026-11-27T03:10',
        '30 dropped_off 2026-11-26T17:00',
      ],
    ],
    ['gls-track-shop', 'gls', ['55 parcel_shop 2026-11-27T14:13']],
    [
      'gls-track-e404',
      'gls',
      ['10 data_sent_to_carrier 2026-11-26T14:24', '10 data_sent_to_carrier 2026-11-26T14:24'],
    ],
  ])('%s', async (name, courier, wanted) => {
    const { answer } = callOf(name)
    expect(await read(courier, answer?.body)).toEqual(wanted)
    expect(await read(courier, JSON.stringify(answer?.body)), 'as text').toEqual(wanted)
    expect(await read(courier, callOf(name)), 'as the call it came in').toEqual(wanted)
  })

  test('pushes of DHL and 17TRACK', async () => {
    expect(await read('dhl', callOf('dhl-push-push').request?.body)).toEqual([
      '50 on_vehicle 2026-11-27T07:42:00',
    ])
    const { events } = await run('17track', callOf('17-push-updated').request?.body)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      trackNo: 'RR123456785CN',
      status: 45,
      subStatus: 'processing',
      utc: '2026-11-27T01:10:00.000Z',
      text: '送交出口海关',
      place: '上海市',
      mappedBy: 'code',
      code: 'InTransit_CustomsProcessing',
    })
  })

  test.each<[name: string, wanted: string[]]>([
    [
      'dhl-xml-delivered',
      [
        '70 to_recipient 27.11.2026 10:02',
        '50 on_vehicle 27.11.2026 09:02',
        '40 arrived 27.11.2026 03:32',
        '30 dropped_off 26.11.2026 11:44',
      ],
    ],
    ['dhl-xml-neighbour', ['70 neighbour 27.11.2026 10:02']],
    ['dhl-xml-return', ['85 unclaimed 27.11.2026 12:00']],
  ])('%s', async (name, wanted) => {
    expect(await read('dhl-parcel-de', file(`${name}.xml`))).toEqual(wanted)
    expect(await read('dhl', file(`${name}.xml`))).toEqual(wanted)
    const [first] = (await run('dhl', file(`${name}.xml`))).events
    expect(first).toMatchObject({ utc: null, offsetKnown: false, mappedBy: 'code', country: 'DE' })
  })
})

describe('what is no tracking is refused with the cause', () => {
  const json = (name: string) => {
    const { answer, request } = callOf(name)
    return answer?.body || request?.body
  }
  test.each<[what: string, courier: Dialect, payload: () => unknown, error: string]>([
    ['dhl-track-404', 'dhl', () => json('dhl-track-404'), 'unknownNumber.words'],
    ['dhl-track-400', 'dhl', () => json('dhl-track-400'), 'carrierError.words'],
    ['dhl-401', 'dhl', () => json('dhl-401'), 'login.words'],
    ['dhl-429', 'dhl', () => json('dhl-429'), 'limit.words'],
    ['dhl-500', 'dhl', () => json('dhl-500'), 'carrierError.words'],
    ['validate', 'dhl', () => json('dhl-push-validate'), 'handshake.words'],
    ['ready', 'dhl', () => json('dhl-push-ready'), 'handshake.words'],
    ['subscribe', 'dhl', () => callOf('dhl-push-subscribe').request?.body, 'handshake'],
    ['no data', 'dhl-parcel-de', () => file('dhl-xml-no-data.xml'), 'unknownNumber.words'],
    ['login', 'dhl-parcel-de', () => file('dhl-xml-login.xml'), 'login.words'],
    ['signature', 'dhl-parcel-de', () => file('dhl-xml-signature.xml'), 'notTracking'],
    ['gls-track-400', 'gls', () => json('gls-track-400'), 'carrierError.words'],
    ['gls-track-401', 'gls', () => json('gls-track-401'), 'login.words'],
    ['gls-track-429', 'gls', () => json('gls-track-429'), 'limit.words'],
    ['gls-create', 'gls', () => json('gls-create'), 'notTracking'],
    ['17-429', '17track', () => callOf('17-429'), 'limit'],
    ['17-auth', '17track', () => json('17-auth'), 'login.words'],
    ['17-notyet', '17track', () => json('17-notyet'), 'noEvents.words'],
    ['17-register', '17track', () => json('17-register-mixed'), 'notTracking.words'],
    ['17-quota', '17track', () => json('17-quota'), 'notTracking'],
    ['another carrier', 'dhl', () => json('gls-track-12'), 'otherCarrier.words'],
    ['nothing', 'gls', () => ' ', 'empty'],
    ['a page', 'dhl', () => '<!DOCTYPE html><html></html>', 'carrierError'],
    ['a document type', 'dhl', () => '<!DOCTYPE x [<!ENTITY a "b">]><data/>', 'unreadable'],
    ['words', 'dhl', () => 'hello', 'unreadable'],
    ['a number', '17track', () => 7, 'unreadable'],
  ])('%s', async (_, courier, payload, error) => {
    const manager = await world().as('manager')
    const answer = await manager.post(testTrack.run.path, { courier, payload: payload() })
    expect([answer.success, answer.error]).toEqual([false, `testTrack.${error}`])
    expect(answer.message).not.toContain('{{')
  })

  test('nothing at all, and another courier, are refused by their fields', async () => {
    const manager = await world().as('manager')
    for (const body of [{ courier: 'dhl' }, { courier: 'ups', payload: {} }])
      expect((await manager.post(testTrack.run.path, body)).success).toBe(false)
  })
})

describe('once, and honestly', () => {
  test('an event in the words of two providers and as the latest is one', async () => {
    const event = {
      time_iso: '2026-11-27T09:10:00+08:00',
      time_utc: '2026-11-27T01:10:00Z',
      description: 'Departed from  sort facility',
      location: null as string | null,
      stage: 'InTransit',
      sub_status: 'InTransit_Departure',
    }
    const { events } = await run('17track', {
      event: 'TRACKING_UPDATED',
      data: {
        number: 'LX1',
        track_info: {
          latest_event: event,
          tracking: {
            providers: [
              { events: [event, event] },
              {
                events: [
                  {
                    ...event,
                    time_iso: '2026-11-27T01:10:00Z',
                    description: 'departed from sort facility',
                    location: 'Shanghai',
                  },
                ],
              },
            ],
          },
        },
      },
    })
    expect(events.map(({ place, status }) => [place, status])).toEqual([['Shanghai', 40]])
  })

  test('an offset 17TRACK guessed is not known', async () => {
    const { events } = await run('17track', {
      code: 0,
      data: {
        accepted: [
          {
            number: 'LX1',
            track_info: {
              latest_status: { status: 'InTransit' },
              tracking: {
                providers: [
                  {
                    events: [
                      {
                        time_iso: '2026-11-27T09:10:00+08:00',
                        time_utc: '2026-11-27T01:10:00Z',
                        time_raw: { date: '2026-11-27', time: '09:10:00', timezone: null },
                        description: 'Return initiated',
                        sub_status: 'InTransit_Other',
                      },
                    ],
                  },
                ],
              },
            },
          },
        ],
        rejected: [],
      },
    })
    expect(events).toMatchObject([
      {
        time: '2026-11-27T09:10:00',
        offsetKnown: false,
        utc: '2026-11-27T01:10:00.000Z',
        status: 85,
        mappedBy: 'words',
      },
    ])
  })

  test('a status newer than the events is one; delivered to a shop is not delivered', async () => {
    const parcel = (status: string, time: string, code: string) => ({
      parcels: [
        {
          requested: '276000000015',
          unitno: '27600000001',
          status,
          statusDateTime: time,
          events: [
            {
              code,
              city: 'Bonn',
              country: 'DE',
              description: 'The parcel has been delivered.',
              eventDateTime: '2026-11-27T15:13:46+0100',
            },
          ],
        },
      ],
    })
    expect(
      await read('gls', parcel('DELIVEREDPS', '2026-11-27T15:13:46+0100', 'DELIVD.NORMAL')),
    ).toEqual(['55 parcel_shop 2026-11-27T14:13'])
    expect(
      await read('gls', parcel('INTRANSIT', '2026-11-27T18:00:00+0100', 'DELIVD.NORMAL')),
    ).toEqual(['40 in_transit 2026-11-27T17:00', '70 to_recipient 2026-11-27T14:13'])
  })

  test('what is delivered of a parcel on its way back, the sender has', async () => {
    const xml = file('dhl-xml-delivered.xml').replaceAll(
      'ruecksendung="false"',
      'ruecksendung="true"',
    )
    expect((await read('dhl', xml))[0]).toBe('90 to_sender 27.11.2026 10:02')
  })
})

describe('scenarios, cases and pushes', () => {
  test.each<[Dialect]>([['dhl'], ['dhl-parcel-de'], ['gls'], ['17track']])(
    'every scenario of %s is read',
    async (courier) => {
      const manager = await world().as('manager')
      const last: string[] = []
      for (const scenario of ['0', '1', '2', '3', '6', '8'] as const) {
        const { payload } = await manager.call(testTrack.scenario, { courier, scenario })
        const [state] = (await manager.call(testTrack.run, { courier, payload })).states
        last.push(`${scenario} ${state?.status}`)
      }
      expect(last).toEqual(['0 70', '1 70', '2 90', '3 70', '6 70', '8 70'])
    },
  )

  test.each<[Dialect]>([['dhl'], ['gls'], ['17track']])(
    'a scenario of %s under our number is pushed to our parcel',
    async (courier) => {
      await setPolling(world(), false)
      const manager = await world().as('manager')
      const parcel = await sendParcel(world(), 0, { daysAgo: 1 })
      if (courier === 'gls')
        await world().db.pool.query(
          `update tracking_number set courier_code = 'GLS' where number = $1`,
          [parcel.trackNo],
        )
      const asked = { courier, scenario: '1', trackNo: parcel.trackNo } as const
      const { payload } = await manager.call(testTrack.scenario, asked)
      const done = await manager.call(testTrack.push, { courier, payload })
      expect(done).toEqual({ events: 6, numbers: [parcel.trackNo] })
      expect(await parcelRow(world(), parcel.id)).toMatchObject({ tracking_status: 70 })
      const stranger = await world().otherTenantUser()
      expect(await stranger.get(testTrack.scenario.path, asked)).toMatchObject({ success: false })
    },
  )

  test('a case is stored, compared with and forgotten', async () => {
    const manager = await world().as('manager')
    const payload = JSON.stringify(callOf('gls-track-12').answer?.body)
    const { id } = await manager.call(testTrack.keep, { courier: 'gls', payload, name: 'Twelve' })
    const same = await manager.call(testTrack.run, { courier: 'gls', payload, caseId: id })
    expect(same.differences).toEqual([])
    const other = await manager.call(testTrack.run, {
      courier: 'gls',
      payload: payload.replace('OUTDEL.NORMAL', 'DELIVD.NORMAL'),
      caseId: id,
    })
    expect(other.differences.map(({ kind }) => kind).toSorted()).toEqual(['+', '-'])
    expect(
      (await manager.post(testTrack.keep.path, { courier: 'gls', payload, name: 'Twelve' }))
        .success,
    ).toBe(false)
    const stranger = await world().otherTenantUser()
    expect(await stranger.call(testTrack.cases, {})).toEqual([])
    expect((await stranger.delete(testTrack.forget.path, { id })).status).toBe(404)
    await manager.call(testTrack.forget, { id })
    expect(await manager.call(testTrack.cases, {})).toEqual([])
  })

  test('a simulated push reaches our parcel, no other number', async () => {
    await setPolling(world(), false)
    const manager = await world().as('manager')
    const parcel = await sendParcel(world(), 0, { daysAgo: 1 })
    const at = new Date().toISOString()
    const shipment = (id: string) => ({
      id,
      service: 'parcel-de',
      events: [{ timestamp: at, statusCode: 'transit', status: 'PO' }],
    })
    const done = await manager.call(testTrack.push, {
      courier: 'dhl',
      payload: { shipments: [shipment(parcel.trackNo), shipment('00340434999999999999')] },
    })
    expect(done).toEqual({ events: 1, numbers: [parcel.trackNo] })
    expect((await manager.call(tracking.events, { parcelId: parcel.id }))[0]).toMatchObject({
      status: 50,
      source: 'push',
    })
    const live = { courier: '17track' as const, payload: callOf('17-push-updated').request?.body }
    const body = JSON.stringify(live).replaceAll('RR123456785CN', parcel.trackNo)
    const setLive = (simulated: boolean) =>
      world().db.pool.query(
        `update courier set simulated = $2 where tenant_id = $1 and code = 'DHL'`,
        [world().tenantId, simulated],
      )
    await setLive(false)
    expect((await manager.post(testTrack.push.path, JSON.parse(body))).error).toBe(
      'testTrack.noNumber',
    )
    await setLive(true)
    expect(
      await manager.call(testTrack.push, JSON.parse(body) as { courier: '17track'; payload: {} }),
    ).toMatchObject({
      numbers: [parcel.trackNo],
    })
    const none = await manager.post(testTrack.push.path, {
      courier: 'dhl',
      payload: { shipments: [shipment('00340434999999999999')] },
    })
    expect(none.error).toBe('testTrack.noNumber')
    expect((await (await world().as('customer')).post(testTrack.run.path, {})).status).toBe(403)
  })
})
