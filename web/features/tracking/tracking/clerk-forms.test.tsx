import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answersAt,
  bodiesOf,
  choose,
  inputOf,
  noteOf,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import EventForm from './event-form.tsx'
import KeyDialog from './key-dialog.tsx'
import type { FoundParcel } from './use-parcel-search.ts'

const onClose = vi.fn()
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  onClose.mockReset()
})

describe('an event by hand', () => {
  async function open(answer: Answer): Promise<Sent[]> {
    const sent = answersAt({
      '/erp/tracking/addEvent': answer,
      '/sys/dict/getDictItems': good([]),
    })
    await showScreen(
      <EventForm row={{ parcelId: '6', trackNo: 'T1' } as FoundParcel} onClose={onClose} />,
      { texts: ['tracking', 'track'] },
    )
    await inputOf('Town')
    return sent
  }

  it('has a status with its first step, a time to the minute, and is public', async () => {
    const sent = await open(good(null))
    await type(await inputOf('Town'), 'Köln')
    await press('Add event')
    await until(() => onClose.mock.calls.length === 1)
    const body = bodiesOf(sent, '/tracking/addEvent')[0]
    expect(body).toMatchObject({
      parcelId: '6',
      sub: 'in_transit',
      place: 'Köln',
      country: null,
      visible: true,
    })
    expect(String(body?.at)).toMatch(/:00\.000Z$/)
  })

  it('another status brings a step of its own', async () => {
    const sent = await open(good(null))
    const step = async () => (await inputOf('Step')).closest('.ant-select')?.textContent ?? ''
    const before = await step()
    const box = await inputOf('Tracking status')
    const all = () =>
      [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent ?? '')
    await choose(box, 'Delivered')
    expect(all().length).toBeGreaterThan(3)
    expect(await step()).not.toBe(before)
    await press('Add event')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/tracking/addEvent')[0]?.sub).not.toBe('in_transit')
  })

  it('hidden from the public where that was chosen', async () => {
    const sent = await open(good(null))
    await act(async () => document.querySelector<HTMLElement>('[role="switch"]')?.click())
    await press('Add event')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/tracking/addEvent')[0]).toMatchObject({ visible: false })
  })

  it('stays open with what the server refuses at its field', async () => {
    await open(
      refused(400, 'Please check', {
        result: { issues: [{ path: 'place', code: 'x', message: 'names a person' }] },
      }),
    )
    await type(await inputOf('Town'), 'Frau Meier')
    await press('Add event')
    await until(() => seen().includes('names a person'))
    expect(await noteOf('Town')).toContain('names a person')
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('the keys of a courier', () => {
  const state = (set: boolean) => ({
    apiKey: { set, last4: set ? '9f3a' : '' },
    hookToken: { set: false, last4: '' },
    hookPath: '/hook/1',
    hookHeader: 'x-token',
    adapter: 'dhl',
    uses: ['apiKey', 'hookToken'],
    simulated: false,
  })
  async function open(routes: Record<string, Answer | Answer[]> = {}, set = true): Promise<Sent[]> {
    const sent = answersAt({
      '/erp/courier/secrets': good(state(set)),
      '/erp/courier/setSecret': good(null),
      ...routes,
    })
    await showScreen(<KeyDialog id="1" name="DHL" onClose={onClose} />, {
      texts: ['tracking'],
    })
    await until(() => document.querySelector('#apiKey') !== null)
    return sent
  }
  const key = () => document.querySelector<HTMLInputElement>('#apiKey')!

  it('show their last four characters and never themselves', async () => {
    await open()
    expect(seen()).toContain('set, ends in 9f3a')
    expect(seen()).toContain('not set')
    expect(key().value).toBe('')
  })

  it('only what was entered is sent, and the field is empty afterwards', async () => {
    const sent = await open()
    await type(key(), 'secret-key')
    await press('Save')
    await until(() => bodiesOf(sent, '/courier/setSecret').length === 1)
    expect(bodiesOf(sent, '/courier/setSecret')[0]).toEqual({ id: '1', apiKey: 'secret-key' })
    await until(() => key().value === '')
  })

  it('one is removed by its own button', async () => {
    const sent = await open()
    await press('Remove')
    await until(() => bodiesOf(sent, '/courier/setSecret').length === 1)
    expect(bodiesOf(sent, '/courier/setSecret')[0]).toEqual({ id: '1', apiKey: null })
  })

  it('a refused one stays in its field with the reason', async () => {
    await open({
      '/erp/courier/setSecret': refused(400, 'Please check', {
        result: { issues: [{ path: 'apiKey', code: 'x', message: 'is too short' }] },
      }),
    })
    await type(key(), 'abc')
    await press('Save')
    await until(() => seen().includes('is too short'))
    expect(key().value).toBe('abc')
  })
})
