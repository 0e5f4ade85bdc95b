/** @jsxImportSource preact */
import { act } from 'preact/test-utils'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ParcelCard } from './parcel-card.tsx'
import { event, parcel, show, speak } from '#web/test/track-page.ts'

beforeEach(() => speak('en_US'))

const card = (item = parcel(), open = true, original = true) =>
  show(
    <ParcelCard
      item={item}
      open={open}
      original={original}
      linkTo={(no) => `https://x/track/result?nos=${no}`}
    />,
  )
const texts = (root: Element, selector: string): string[] =>
  [...root.querySelectorAll(selector)].map((node) => node.textContent ?? '')

describe('ParcelCard', () => {
  it('shows status, finer status, number, carrier and destination', async () => {
    const root = await card(parcel({ status: 70, sub: 'neighbour' }))
    expect(root.querySelector('h2')?.textContent).toBe('Delivered')
    expect(root.querySelector('.state p')?.textContent).toBe('Delivered to a neighbour')
    expect(root.querySelector('.ident')?.textContent).toContain('00340434161094042557')
    expect(root.querySelector('.ident')?.textContent).toContain('to Germany')
    expect(root.querySelector('article')?.className).toContain('tone-good')
  })

  it('shows the step in words as well as in colour', async () => {
    const root = await card()
    expect(root.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
      'Step 3 of 5: With carrier',
    )
    expect(root.querySelectorAll('.progress .reached')).toHaveLength(3)
  })

  it('groups the history by local day with local times and the zone', async () => {
    const root = await card(
      parcel({
        events: [
          event({
            at: '2025-12-03T16:30:00Z',
            local: '2025-12-04 00:30',
            offset: '+08:00',
            place: 'Shenzhen',
            country: 'CN',
            status: 20,
            sub: 'weighed',
            text: null,
          }),
          event(),
          event({ at: '2025-12-05T06:00:00Z', local: '2025-12-05 07:00', sub: 'departed' }),
        ],
      }),
    )
    expect(texts(root, 'h3')).toEqual(['Fri, Dec 5, 2025UTC+1', 'Thu, Dec 4, 2025UTC+8'])
    expect(texts(root, '.timeline time')).toEqual(['14:05', '07:00', '00:30'])
    expect(texts(root, '.place')).toEqual(['Köln, Germany', 'Köln, Germany', 'Shenzhen, China'])
  })

  it('does not invent a zone', async () => {
    const root = await card(parcel({ events: [event({ at: null, offset: null })] }))
    expect(root.querySelector('h3')?.textContent).toContain('time zone unknown')
    expect(root.querySelector('.ago')).toBeNull()
  })

  it('shows the zone per event where a day has several', async () => {
    const root = await card(
      parcel({ events: [event(), event({ at: null, local: '2025-12-05 09:00', offset: null })] }),
    )
    expect(root.querySelector('h3 small')).toBeNull()
    expect(texts(root, '.timeline time small')).toEqual(['UTC+1', 'time zone unknown'])
  })

  it('shows the carrier’s own words only when wanted and only when they add something', async () => {
    const events = [event(), event({ text: 'Arrived at a sorting centre' })]
    expect(texts(await card(parcel({ events })), '.original')).toEqual([
      'Die Sendung wurde bearbeitet.',
    ])
    expect(texts(await card(parcel({ events }), true, false), '.original')).toEqual([])
  })

  it('shows text from a carrier as text', async () => {
    const root = await card(
      parcel({ events: [event({ text: '<img src=x onerror=alert(1)>', place: '<b>Köln</b>' })] }),
    )
    expect(root.querySelector('.timeline img')).toBeNull()
    expect(root.querySelector('.place')?.textContent).toBe('<b>Köln</b>, Germany')
  })

  it('unfolds and folds the history', async () => {
    const root = await card(parcel(), false)
    const button = root.querySelector<HTMLButtonElement>('.unfold')
    expect(button?.getAttribute('aria-expanded')).toBe('false')
    expect(root.querySelector('.history')?.className).toContain('folded')
    await act(() => button?.click())
    expect(button?.getAttribute('aria-expanded')).toBe('true')
    expect(root.querySelector('.history')?.className).not.toContain('folded')
  })

  it('shows a note when nothing has happened yet', async () => {
    const root = await card(parcel({ status: 5, sub: 'registered', events: [] }))
    expect(root.querySelector('.no-events')?.textContent).toContain('No events yet')
    expect(root.querySelector('.unfold[aria-expanded]')).toBeNull()
  })

  it('gives advice for an unknown number, and shows nothing else', async () => {
    const root = await card({ no: 'XX12345678901', found: false, events: [] })
    expect(root.querySelector('h2')?.textContent).toBe('Not found')
    expect(root.querySelectorAll('.tips li')).toHaveLength(3)
    expect(root.querySelector('.progress')).toBeNull()
  })

  it('offers news by mail only where mails can be sent', async () => {
    const offered = async (byMail: boolean) =>
      texts(await card(parcel(byMail ? { news: true } : {})), '.choice button').includes(
        'News by mail',
      )
    expect(await offered(false)).toBe(false)
    expect(await offered(true)).toBe(true)
  })

  it('copies the number and the link, and confirms it', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText }, language: 'en' })
    const root = await card()
    const [number, link] = root.querySelectorAll<HTMLButtonElement>('.tools button')
    await act(async () => number?.click())
    await act(async () => link?.click())
    expect(writeText.mock.calls).toEqual([
      ['00340434161094042557'],
      ['https://x/track/result?nos=00340434161094042557'],
    ])
    expect(number?.querySelector('[role=status]')?.textContent).toBe('Copied')
    vi.unstubAllGlobals()
  })

  it('speaks Chinese', async () => {
    await speak('zh_CN')
    const root = await card()
    expect(root.querySelector('h2')?.textContent).toBe('运输中')
    expect(root.querySelector('.ident')?.textContent).toContain('发往德国')
    expect(root.textContent).not.toMatch(/card\.|status\.|sub\./)
  })
})
