import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { labelDocument } from '#contracts/commercial/labels/document.ts'
import { answersAt, bodiesOf, press, pressKey, seen, type } from '#web/test/acts.ts'
import { good, leave, refused, settle, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import Designer from './desk/designer.tsx'
import { deskOf, type Desk } from './desk/desk.ts'

afterEach(leave)

const DOCUMENT = labelDocument.parse({
  page: { width: 100, height: 150 },
  elements: [
    { type: 'box', id: 'frame', x: 3, y: 3, w: 94, h: 20 },
    {
      type: 'field',
      id: 'service',
      x: 5,
      y: 5,
      w: 60,
      h: 10,
      field: 'serviceName',
      size: 14,
      minSize: 8,
    },
    {
      type: 'barcode',
      id: 'bars',
      x: 5,
      y: 100,
      w: 90,
      h: 26,
      symbology: 'scheme',
      data: '{number}',
    },
  ],
})
const design = (more: object = {}) => ({
  id: '21',
  versionNo: 2,
  state: 'draft' as const,
  remark: null,
  publishedAt: null,
  publishedBy: null,
  updateBy: 'lin',
  updateTime: '2026-11-23 09:00:00',
  version: 4,
  ...more,
})
const PUBLISHED = design({
  id: '20',
  versionNo: 1,
  state: 'published',
  publishedAt: '2026-11-01 08:00:00',
  publishedBy: 'wang',
  version: 2,
})
const answer = (more: object = {}) => ({
  id: '7',
  code: 'STD',
  name: '标准面单',
  nameEn: 'Standard',
  size: '100x150',
  footer: null,
  services: [{ id: '1', code: 'ECO', name: 'Eco' }],
  designs: [design(), PUBLISHED],
  designId: '21',
  document: DOCUMENT,
  ...more,
})
const RIGHTS = ['dlv:label:list', 'dlv:label:edit', 'dlv:label:publish']
const TEXTS = ['label-designer', 'label-fields', 'files']
const CHECK = 'POST /erp/labelTemplate/check'
const SAVE = 'PUT /erp/labelTemplate/saveDraft'
const fine = good({ ok: true, findings: [], bars: [] })

async function open(desk: Desk = deskOf(answer()), rights = RIGHTS) {
  vi.stubGlobal('ResizeObserver', NoObserver)
  await showScreen(
    <Designer
      desk={desk}
      shownId={null}
      onShow={() => undefined}
      refetch={async () => deskOf(answer({ designs: [PUBLISHED], designId: '20' }))}
    />,
    { texts: TEXTS, rights },
  )
}
class NoObserver {
  observe() {}
  disconnect() {}
}
const onLabel = (id: string) =>
  document.querySelector<SVGElement>(`[data-element="${id}"]`) ?? expect.fail(`no ${id}`)
const focus = (element: Element) => act(async () => (element as HTMLElement | SVGElement).focus())
const input = (label: string) =>
  untilFound(() => {
    const found = [...document.querySelectorAll('label')].find(
      (one) => one.textContent === label && one.htmlFor,
    )
    return found && (document.getElementById(found.htmlFor) as HTMLInputElement | null)
  })
const areaOf = (id: string) => {
  const area = onLabel(id).querySelector('.lbl-outline')
  return ['x', 'y', 'width', 'height'].map((name) => Number(area?.getAttribute(name)))
}

test('by key alone: Tab chooses, arrows move and make larger, undo and redo, delete', async () => {
  answersAt({ [CHECK]: fine })
  await open()
  await focus(onLabel('service'))
  expect(onLabel('service').getAttribute('aria-pressed')).toBe('true')
  await pressKey(onLabel('service'), 'ArrowRight')
  await pressKey(onLabel('service'), 'ArrowDown', { shiftKey: true })
  expect(areaOf('service')).toEqual([5.1, 6, 60, 10])
  await pressKey(onLabel('service'), 'ArrowRight', { ctrlKey: true, shiftKey: true })
  expect(areaOf('service')).toEqual([5.1, 6, 61, 10])
  await pressKey(onLabel('service'), 'z', { ctrlKey: true })
  await pressKey(onLabel('service'), 'z', { ctrlKey: true })
  expect(areaOf('service')).toEqual([5, 5, 60, 10])
  await pressKey(onLabel('service'), 'y', { ctrlKey: true })
  expect(areaOf('service')).toEqual([5.1, 6, 60, 10])
  await pressKey(onLabel('service'), 'd', { ctrlKey: true })
  expect(document.querySelectorAll('[data-element]')).toHaveLength(4)
  expect(document.activeElement?.getAttribute('data-element')).toBe('e1')
  await pressKey(document.activeElement!, 'Delete')
  expect(document.querySelectorAll('[data-element]')).toHaveLength(3)
  // The next key goes on from the label, not from the top of the page.
  expect(document.activeElement?.tagName.toLowerCase()).toBe('svg')
})

test('the list orders elements by key and leads to them; a name names its type and place', async () => {
  answersAt({ [CHECK]: fine })
  await open()
  const names = () =>
    [...document.querySelectorAll('.lbl-elements button')].map((one) => one.textContent)
  expect(names()).toEqual(['As the number asks for Delivery number', 'Service name', 'Box'])
  const box = [...document.querySelectorAll('.lbl-elements button')].at(-1)!
  await pressKey(box, 'ArrowUp', { altKey: true })
  expect(names()).toEqual(['As the number asks for Delivery number', 'Box', 'Service name'])
  expect(onLabel('bars').getAttribute('aria-label')).toBe(
    'Barcode As the number asks for Delivery number, at 5, 100 mm, 90 × 26 mm',
  )
})

test('values are typed with units; what the contract refuses stays as it was, with the reason', async () => {
  answersAt({ [CHECK]: fine })
  await open()
  await focus(onLabel('bars'))
  await type(await input('Left'), '1,2 cm')
  // As far as the label has room for it.
  expect(areaOf('bars')).toEqual([10, 100, 90, 26])
  await type(await input('Height'), '1in')
  expect(areaOf('bars')[3]).toBe(25.4)
  await type(await input('Data'), '(00){numbers}')
  expect(seen()).toContain('A name in braces is no field')
  await type(await input('Data'), '(00){number}')
  expect(seen()).not.toContain('A name in braces is no field')
  await focus(onLabel('service'))
  await type(await input('Size'), '6')
  await type(await input('Before it'), 'Service: ')
  expect(document.querySelector('[data-drawing="service"]')?.textContent).toContain('Service: ')
  const size = await input('Smallest')
  expect(size.value).toBe('6')
})

test('several have what they share, and are changed together', async () => {
  answersAt({ [CHECK]: fine })
  await open()
  await focus(onLabel('service'))
  await pressKey(onLabel('service'), 'a', { ctrlKey: true })
  expect(seen()).toContain('Elements chosen: 3')
  expect((await input('Left')).placeholder).toBe('different')
  await type(await input('Left'), '4')
  expect([areaOf('frame')[0], areaOf('service')[0], areaOf('bars')[0]]).toEqual([4, 4, 4])
  await press('Align right')
  expect(areaOf('service')[0]! + 60).toBe(98)
})

test('the draft is saved by key with its version; the next save goes on from there', async () => {
  const sent = answersAt({
    [CHECK]: fine,
    [SAVE]: [
      good({ design: design({ version: 5 }), findings: [] }),
      good({ design: design({ version: 6 }), findings: [] }),
    ],
  })
  await open()
  await focus(onLabel('service'))
  await pressKey(onLabel('service'), 'ArrowRight')
  await pressKey(onLabel('service'), 's', { ctrlKey: true })
  await until(() => seen().includes('Draft saved'))
  await pressKey(onLabel('service'), 'ArrowRight')
  expect(seen()).toContain('Not saved yet')
  await pressKey(onLabel('service'), 's', { ctrlKey: true })
  await until(() => bodiesOf(sent, '/saveDraft').length === 2)
  expect(bodiesOf(sent, '/saveDraft').map(({ version }) => version)).toEqual([4, 5])
  const [, last] = bodiesOf(sent, '/saveDraft')
  expect(labelDocument.parse(last!.document).elements[1]).toMatchObject({ x: 5.2 })
})

test('two editors: nothing is lost, the differences are in words, one of the two is kept', async () => {
  const theirs = {
    ...DOCUMENT,
    elements: DOCUMENT.elements.map((one) => (one.id === 'service' ? { ...one, y: 9 } : one)),
  }
  const sent = answersAt({
    [CHECK]: fine,
    [SAVE]: [
      refused(409, 'It was changed meanwhile', { result: design({ version: 9 }) }),
      good({ design: design({ version: 10 }), findings: [] }),
    ],
    'GET /erp/labelTemplate/design': good(
      answer({ document: theirs, designs: [design({ version: 9, updateBy: 'wang' }), PUBLISHED] }),
    ),
  })
  await open()
  await focus(onLabel('service'))
  await pressKey(onLabel('service'), 'ArrowRight')
  await pressKey(onLabel('service'), 's', { ctrlKey: true })
  await until(() => seen().includes('wang saved this draft meanwhile'))
  await press('See the differences')
  await until(() => seen().includes('Differences: 1'))
  expect(seen()).toContain('Left: 5 mm → 5.1 mm')
  expect(seen()).toContain('Top: 9 mm → 5 mm')
  await press('Keep mine')
  await pressKey(onLabel('service'), 's', { ctrlKey: true })
  await until(() => bodiesOf(sent, '/saveDraft').length === 2)
  expect(bodiesOf(sent, '/saveDraft')[1]).toMatchObject({ version: 9 })
  expect(areaOf('service')).toEqual([5.1, 5, 60, 10])
})

test('taking theirs is a step: undo brings back what was typed here', async () => {
  const theirs = { ...DOCUMENT, elements: DOCUMENT.elements.slice(0, 1) }
  answersAt({
    [CHECK]: fine,
    [SAVE]: refused(409, 'It was changed meanwhile', { result: null }),
    'GET /erp/labelTemplate/design': good(
      answer({ document: theirs, designs: [design({ version: 9, updateBy: 'wang' })] }),
    ),
  })
  await open()
  await focus(onLabel('service'))
  await pressKey(onLabel('service'), 'ArrowRight')
  await pressKey(onLabel('service'), 's', { ctrlKey: true })
  await press('Take theirs')
  expect(document.querySelectorAll('[data-element]')).toHaveLength(1)
  await pressKey(document.body, 'z', { ctrlKey: true })
  expect(areaOf('service')).toEqual([5.1, 5, 60, 10])
})

test('a finding leads to its element; errors are named before publishing', async () => {
  const findings = [
    { code: 'textTooLong', severity: 'error', elementId: 'service', message: 'Does not fit: "x"' },
    { code: 'noSortCode', severity: 'warning', elementId: null, message: 'No sort code' },
  ]
  answersAt({ [CHECK]: good({ ok: false, findings }) })
  await open()
  await until(() => seen().includes('Checks (2)'))
  expect(onLabel('service').getAttribute('data-finding')).toBe('error')
  const checks = await untilFound(() =>
    [...document.querySelectorAll<HTMLInputElement>('.lbl-right input[type="radio"]')].at(2),
  )
  await act(async () => checks.click())
  await press(
    await untilFound(() =>
      [...document.querySelectorAll('.lbl-checks button')].find((one) =>
        one.textContent?.includes('Does not fit'),
      ),
    ),
  )
  expect(document.activeElement).toBe(onLabel('service'))
  await press('Publish (errors: 1)')
  await until(() => seen().includes('Errors keep it from being published: 1'))
})

test('without the right to edit nothing is offered that changes the label', async () => {
  answersAt({ [CHECK]: fine })
  await open(deskOf(answer()), ['dlv:label:list'])
  await focus(onLabel('service'))
  await pressKey(onLabel('service'), 'ArrowRight')
  await pressKey(onLabel('service'), 'Delete')
  expect(areaOf('service')).toEqual([5, 5, 60, 10])
  expect(document.querySelector('.lbl-palette')).toBeNull()
  expect((await input('Left')).disabled).toBe(true)
  await settle()
})

test('what its conditions keep off the label is not drawn, but stays within reach', async () => {
  answersAt({ [CHECK]: fine })
  await open(
    deskOf(
      answer({
        document: {
          ...DOCUMENT,
          elements: DOCUMENT.elements.map((one) =>
            one.id === 'service' ? { ...one, when: [{ field: 'reprint', op: 'present' }] } : one,
          ),
        },
      }),
    ),
  )
  const drawn = () => document.querySelector('[data-drawing="service"]')?.textContent
  expect(drawn()).toBe('')
  await focus(onLabel('service'))
  await press('Remove condition 1')
  expect(drawn()).toContain('Economy parcel')
})

test('barcodes show the bars the server drew until what they depend on is changed', async () => {
  const bars = [{ elementId: 'bars', path: 'M7 0h1v26h-1z' }]
  const saved = good({ design: design({ version: 5 }), findings: [] })
  answersAt({ [CHECK]: good({ ok: true, findings: [], bars }), [SAVE]: [saved, saved] })
  await open()
  const drawing = () => document.querySelector('[data-drawing="bars"]')
  await until(() => Boolean(drawing()?.querySelector(`path[d="${bars[0]!.path}"]`)))
  expect(drawing()?.textContent).toBe('')
  await focus(onLabel('bars'))
  await pressKey(onLabel('bars'), 'ArrowRight')
  expect(drawing()?.innerHTML).toContain(bars[0]!.path)
  const data = await input('Symbology')
  await act(async () => {
    data.value = 'code128'
    data.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(drawing()?.textContent).toBe('Code 128')
})
