import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addLayer, addScanner, isScan, keysNow } from './keyboard.ts'

let clock = 0
let undo: (() => void)[] = []
const scanned = vi.fn()

/**
 * One key `after` ms after the last; happy-dom stamps no times of its own that a test could set.
 */
function press(
  key: string,
  after: number,
  target: EventTarget = document.body,
  more: KeyboardEventInit = {},
): KeyboardEvent {
  clock += after
  vi.advanceTimersByTime(after)
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  Object.defineProperty(event, 'timeStamp', { value: clock })
  target.dispatchEvent(event)
  if (key.length === 1 && target instanceof HTMLInputElement && !event.defaultPrevented)
    target.value += key
  return event
}
const type = (text: string, gap: number, target?: EventTarget) =>
  [...text].map((key) => press(key, gap, target)).at(-1)

/**
 * A composed character ends what was typed before it: the times here are not those of other tests.
 */
const forgetTyped = () =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', isComposing: true }))

beforeEach(() => {
  vi.useFakeTimers()
  forgetTyped()
  clock += 10_000
  scanned.mockReset()
  undo = [addScanner(scanned)]
})
afterEach(() => {
  forgetTyped()
  for (const off of undo) off()
  document.body.replaceChildren()
  vi.useRealTimers()
})

describe('a scan', () => {
  it.each(['Enter', 'Tab'])('is six or more fast characters and %s', (end) => {
    type('PY0017', 8)
    expect(press(end, 8).defaultPrevented).toBe(true)
    expect(scanned).toHaveBeenCalledExactlyOnceWith('PY0017')
  })
  it('is not five characters, nor a fast typist, nor text with a pause before Enter', () => {
    type('PY001', 8)
    press('Enter', 8)
    clock += 1000
    type('PY00000017', 60)
    press('Enter', 60)
    clock += 1000
    type('PY00000017', 8)
    press('Enter', 400)
    expect(scanned).not.toHaveBeenCalled()
  })
  it('is recognized by length and mean gap at every speed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 3000 }),
        (length, took) => {
          expect(isScan('x'.repeat(length), took)).toBe(length >= 6 && took / (length - 1) < 35)
        },
      ),
    )
  })
  it('goes on when the scanner presses Shift for capitals', () => {
    for (const key of 'ABCDEF') {
      press('Shift', 3)
      press(key, 3)
    }
    press('Enter', 5)
    expect(scanned).toHaveBeenCalledWith('ABCDEF')
  })
  it('is received by the newest listener only', () => {
    const dialog = vi.fn()
    undo.push(addScanner(dialog))
    type('1234567', 5)
    press('Enter', 5)
    expect([dialog.mock.calls.length, scanned.mock.calls.length]).toEqual([1, 0])
  })
  it('is never Chinese being composed', () => {
    for (const key of 'zhongguo') press(key, 5, document.body, { isComposing: true })
    press('Enter', 5)
    expect(scanned).not.toHaveBeenCalled()
  })
})

describe('a scan while a field has the focus', () => {
  const field = (place: string | null, value = '') => {
    const box = document.createElement('div')
    if (place) box.dataset.scan = place
    const input = document.createElement('input')
    input.value = value
    box.append(input)
    document.body.append(box)
    return input
  }
  it('leaves a filter as it was and belongs to the page', () => {
    const input = field('page', 'anna')
    const listener = vi.fn()
    input.addEventListener('input', listener)
    type('PY000017', 5, input)
    press('Enter', 5, input)
    expect(scanned).toHaveBeenCalledWith('PY000017')
    expect([input.value, listener.mock.calls.length]).toEqual(['anna', 1])
  })
  it('fills a form field and does not send the form', () => {
    const input = field(null)
    type('PY000017', 5, input)
    expect(press('Enter', 5, input).defaultPrevented).toBe(true)
    expect([input.value, scanned.mock.calls.length]).toEqual(['PY000017', 0])
  })
  it('lets its Tab go on to the next field', () => {
    const input = field(null)
    type('PY000017', 5, input)
    expect(press('Tab', 5, input).defaultPrevented).toBe(false)
    expect([input.value, scanned.mock.calls.length]).toEqual(['PY000017', 0])
  })
  it('is left to a scan field', () => {
    const input = field('field')
    type('PY000017', 5, input)
    expect(press('Enter', 5, input).defaultPrevented).toBe(false)
    expect(scanned).not.toHaveBeenCalled()
  })
})

it('a function key works from inside a field, a letter does not', () => {
  const input = document.body.appendChild(document.createElement('input'))
  const [register, letter] = [vi.fn(), vi.fn()]
  undo.push(addLayer({ keys: { F9: register, n: letter } }))
  press('F9', 500, input)
  press('n', 500, input)
  expect([register.mock.calls.length, letter.mock.calls.length]).toEqual([1, 0])
})

describe('a scan while a list of the page has the focus', () => {
  const list = (around: string) => {
    document.body.innerHTML = `<${around}><div class="ant-select"><input></div></${around}>`
    const input = document.querySelector('input') ?? expect.fail('no list')
    input.focus()
    return input
  }
  const scan = (input: HTMLInputElement) => {
    type('PY000017', 5, input)
    press('Enter', 5, input)
    return [scanned.mock.calls.flat(), input.value, document.activeElement === input]
  }
  it("is the page's, and leaves the list as it was", () => {
    expect(scan(list('div'))).toEqual([['PY000017'], '', false])
  })
  it('fills it in a form, and where no page takes scans', () => {
    expect(scan(list('form'))).toEqual([[], 'PY000017', true])
    for (const off of undo.splice(0)) off()
    expect(scan(list('div'))).toEqual([[], 'PY000017', true])
  })
})

describe('a field with a list or calendar', () => {
  const field = (inside: string) => {
    document.body.innerHTML = `<form><div class="${inside}"><input><button type="button" class="ant-select-clear"></button><button class="ant-picker-clear"></button></div></form>`
    return document.querySelector('input') ?? expect.fail('no field')
  }
  it.each(['ant-select', 'ant-picker'])('never sends the form by Enter (%s)', (inside) => {
    const input = field(inside)
    const heard = vi.fn()
    input.addEventListener('keydown', heard)
    expect(press('Enter', 500, input).defaultPrevented).toBe(true)
    type('Netherlands', 5, input)
    expect(press('Enter', 5, input).defaultPrevented).toBe(true)
    // The list gets it as well.
    expect(heard.mock.calls.filter(([event]) => event.key === 'Enter')).toHaveLength(2)
  })
  it('leaves Enter to a plain input', () => {
    expect(press('Enter', 500, field('plain')).defaultPrevented).toBe(false)
  })
  it('has no Tab stop that empties it', () => {
    const input = field('ant-select')
    expect(press('Tab', 500, input).defaultPrevented).toBe(false)
    expect([...document.querySelectorAll('button')].map((one) => one.tabIndex)).toEqual([-1, -1])
  })
})

describe('keys of a screen', () => {
  const act = vi.fn()
  beforeEach(() => {
    act.mockReset()
    undo.push(
      addLayer({
        keys: {
          n: () => act('n'),
          p: () => act('p'),
          '/': () => act('/'),
          Escape: () => act('esc'),
          Enter: () => act('enter'),
          'mod+k': () => act('k'),
        },
      }),
    )
  })
  it('act after keys of another clock, which lie in the future', () => {
    press('x', 0)
    clock -= 60_000
    press('n', 0)
    vi.advanceTimersByTime(90)
    expect(act).toHaveBeenCalledWith('n')
  })
  it('act when pressed alone, also quickly one after the other and when held', () => {
    press('n', 0)
    press('n', 90)
    press('N', 90)
    press('n', 30, document.body, { repeat: true })
    vi.advanceTimersByTime(100)
    expect(act.mock.calls.flat()).toEqual(['n', 'n', 'n', 'n'].slice(0, act.mock.calls.length))
    expect(act.mock.calls.length).toBeGreaterThanOrEqual(3)
  })
  it('do not act on the letters of a scan', () => {
    type('npnpnp', 6)
    press('Enter', 6)
    vi.advanceTimersByTime(500)
    expect(act).not.toHaveBeenCalled()
    expect(scanned).toHaveBeenCalledWith('npnpnp')
  })
  it('are silent in a field, but for Esc and combinations', () => {
    const input = document.createElement('input')
    document.body.append(input)
    press('n', 0, input)
    vi.advanceTimersByTime(200)
    press('Escape', 100, input)
    press('k', 100, input, { ctrlKey: true })
    expect(act.mock.calls.flat()).toEqual(['esc', 'k'])
  })
  it('leave Enter to the button that has the focus', () => {
    const button = document.createElement('button')
    document.body.append(button)
    press('Enter', 200, button)
    press('Enter', 200)
    expect(act.mock.calls.flat()).toEqual(['enter'])
  })
  it('of a drawer hide those below', () => {
    const drawer = vi.fn()
    undo.push(addLayer({ keys: { Escape: drawer } }, { modal: true }))
    press('n', 100)
    vi.advanceTimersByTime(100)
    press('Escape', 100)
    expect([act.mock.calls.length, drawer.mock.calls.length]).toEqual([0, 1])
  })
  it('marked `always` work below a drawer, and only they', () => {
    const [drawer, palette] = [vi.fn(), vi.fn()]
    undo.push(addLayer({ keys: { 'mod+k': palette, '?': palette } }, { always: true }))
    undo.push(addLayer({ keys: { Escape: drawer }, labels: { Escape: 'Away' } }, { modal: true }))
    press('k', 100, document.body, { ctrlKey: true })
    press('n', 100)
    vi.advanceTimersByTime(100)
    expect([act.mock.calls.length, palette.mock.calls.length]).toEqual([0, 1])
    expect(keysNow()).toEqual([
      { name: 'Escape', label: 'Away' },
      { name: 'mod+k', label: null },
      { name: '?', label: null },
    ])
  })
})

describe('keys that belong to the focused element', () => {
  const keys = { Enter: vi.fn(), ' ': vi.fn(), ArrowDown: vi.fn(), j: vi.fn() }
  const pressAll = (target: Element) =>
    Object.keys(keys).map((key) => {
      const event = press(key, 300, target)
      vi.advanceTimersByTime(100)
      return event.defaultPrevented
    })
  beforeEach(() => {
    for (const listener of Object.values(keys)) listener.mockReset()
    undo.push(addLayer({ keys }))
  })
  const put = (html: string): Element => {
    document.body.innerHTML = html
    return document.body.querySelector('[data-at]') ?? expect.fail('nothing to stand on')
  }

  it('are left to a button, and only those', () => {
    expect(pressAll(put('<button data-at>Do</button>'))).toEqual([false, false, true, true])
    expect(
      [keys.Enter, keys[' '], keys.ArrowDown, keys.j].map((listener) => listener.mock.calls.length),
    ).toEqual([0, 0, 1, 1])
  })
  it('are left to a menu and to a row of tabs', () => {
    expect(
      pressAll(put('<ul role="menu"><li role="menuitem" tabindex="0" data-at>One</li></ul>')),
    ).toEqual([false, false, false, true])
    expect(pressAll(put('<div role="toolbar"><button data-at>Tab</button></div>'))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
  it("are the page's on a row of a table", () => {
    expect(pressAll(put('<table><tbody><tr tabindex="0" data-at></tr></tbody></table>'))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })
})

describe('Ctrl+Enter in a dialog', () => {
  const dialog = (inside: string) =>
    `<div class="ant-modal-wrap">${inside}<input><div class="ant-modal-footer"><button class="ant-btn-primary"></button></div></div>`
  const pressed = vi.fn()
  const save = vi.fn()
  beforeEach(() => {
    pressed.mockReset()
    save.mockReset()
    undo.push(addLayer({ keys: { 'mod+enter': save } }))
  })
  const ask = (html: string) => {
    document.body.innerHTML = html
    for (const button of document.querySelectorAll('button'))
      button.addEventListener('click', pressed)
    press('Enter', 300, document.querySelector('input') ?? document.body, { ctrlKey: true })
    return [pressed.mock.calls.length, save.mock.calls.length]
  }

  it('presses its main button, not what the page below has for these keys', () => {
    expect(ask(dialog(''))).toEqual([1, 0])
  })
  it('answers no question whether to go on', () => {
    expect(ask(dialog('<div class="ant-modal-confirm"></div>'))).toEqual([0, 0])
  })
  it('submits the form of a drawer that has no key of its own for it', () => {
    undo.push(addLayer({ keys: { Escape: save } }, { modal: true }))
    const drawer = `<div class="ant-drawer"><input><div class="ant-drawer-footer"><button type="button"></button><button type="submit"></button></div></div>`
    expect(ask(drawer)).toEqual([1, 0])
  })
})
