import { act, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { choose } from '#web/test/acts.ts'
import { leave, settle, show, speak, until } from '#web/test/page.tsx'
import Host from '../../platform/feedback-host.tsx'
import { ChoiceInput, type ChoiceInputProps } from './choice-input.tsx'

const COUNTRIES = [
  { value: 'BQ', label: 'BQ 荷兰加勒比区', names: ['BQ', '荷兰加勒比区'] },
  { value: 'NL', label: 'NL 荷兰', names: ['NL', '荷兰', 'Netherlands'] },
  { value: 'N', label: 'Nothing', names: ['Nothing'] },
]
let chosen: ChoiceInputProps['value'] = null
function Field(props: Partial<ChoiceInputProps>) {
  const [value, setValue] = useState<ChoiceInputProps['value']>(props.value ?? null)
  return (
    <ChoiceInput
      options={COUNTRIES}
      {...props}
      value={value}
      onChange={(next) => {
        chosen = next
        setValue(next)
      }}
    />
  )
}
const input = () => document.querySelector<HTMLInputElement>('input') ?? expect.fail('no field')
async function write(text: string) {
  await act(async () => {
    input().focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await settle()
}
async function key(name: string): Promise<boolean> {
  const which = { Enter: 13, Tab: 9, Backspace: 8, Delete: 46 }[name] ?? 0
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  Object.defineProperties(event, { which: { value: which }, keyCode: { value: which } })
  await act(async () => input().dispatchEvent(event))
  await settle()
  return event.defaultPrevented
}

/** A field whose list is on its way until the button is pressed. */
function Loaded() {
  const [loading, setLoading] = useState(true)
  return (
    <>
      <Field options={loading ? [] : COUNTRIES} loading={loading} />
      <button id="arrive" type="button" onClick={() => setLoading(false)} />
      <Host />
    </>
  )
}
const arrive = () => act(async () => document.querySelector<HTMLElement>('#arrive')?.click())

beforeEach(async () => {
  chosen = null
  localStorage.clear()
  await speak('en_US')
})
afterEach(() => leave())

it.each(['荷兰', 'nl', 'Nether'])('takes by Enter what was typed: %s', async (typed) => {
  await show(<Field />)
  await write(typed)
  await key('Enter')
  expect(chosen).toBe('NL')
})
it('takes by Tab what was typed, and lets the Tab go on', async () => {
  await show(<Field value="BQ" />)
  await write('荷兰')
  expect(await key('Tab')).toBe(false)
  expect(chosen).toBe('NL')
})
it('keeps by Tab what was just chosen of several, and lets the Tab go on', async () => {
  await show(<Field many />)
  await act(async () => input().focus())
  await choose(input(), 'Nothing')
  await key('ArrowDown')
  expect(await key('Tab')).toBe(false)
  expect(chosen).toEqual(['N'])
})
it('takes the best match though another’s value begins with what was typed', async () => {
  await show(<Field value="BQ" />)
  await write('Ne')
  await key('Enter')
  expect(chosen).toBe('NL')
  await write('N')
  await key('Enter')
  // The shorter name, and not the value that happens to be "N".
  expect(chosen).toBe('NL')
})
it('shows a note where what was typed matches nothing', async () => {
  await show(
    <>
      <Field value="BQ" />
      <Host />
    </>,
  )
  await write('1001')
  await key('Enter')
  await act(async () => input().blur())
  await until(() => (document.body.textContent ?? '').includes('Nothing matches “1001”'))
  expect(chosen).toBeNull()
})
it('is emptied by Backspace and Delete, where it may be', async () => {
  await show(<Field value="BQ" />)
  await key('Backspace')
  expect(chosen).toBeNull()
  chosen = 'x'
  await show(<Field value="BQ" clearable={false} />)
  await key('Delete')
  expect(chosen).toBe('x')
})
it('waits at Enter for choices that are on their way', async () => {
  const props = { onTyped: () => undefined, options: [] }
  await show(<Field {...props} pending />)
  await write('荷')
  await key('Enter')
  expect(chosen).toBeNull()
  await act(async () => undefined)
  function Fetched() {
    const [pending, setPending] = useState(true)
    return (
      <>
        <Field onTyped={() => undefined} options={pending ? [] : COUNTRIES} pending={pending} />
        <button id="arrive" type="button" onClick={() => setPending(false)} />
      </>
    )
  }
  await show(<Fetched />)
  await write('荷兰')
  await key('Enter')
  expect(chosen).toBeNull()
  await act(async () => document.querySelector<HTMLElement>('#arrive')?.click())
  await until(() => chosen === 'NL')
})
it.each(['Enter', 'Tab'])(
  'takes what was typed before its list came: %s, and left',
  async (name) => {
    await show(<Loaded />)
    await write('Neth')
    await key(name)
    await act(async () => input().blur())
    await settle()
    expect(chosen).toBeNull()
    await arrive()
    await until(() => chosen === 'NL')
  },
)
it('names what matches nothing once the list of a field that was left is there', async () => {
  await show(<Loaded />)
  await write('1001')
  await key('Tab')
  await act(async () => input().blur())
  await arrive()
  await until(() => (document.body.textContent ?? '').includes('Nothing matches “1001”'))
  expect(chosen).toBeNull()
})

it('finds a Chinese name by its pinyin and initials, after what is written so', async () => {
  const options = [
    { value: '1', label: 'JB1 经济包裹', names: ['JB1', '经济包裹'] },
    { value: '2', label: 'Jingle', names: ['Jingle'] },
  ]
  for (const typed of ['jingji', 'jjbg']) {
    await show(<Field options={options} />)
    await write(typed)
    await key('Enter')
    await until(() => chosen === '1')
    chosen = null
    await leave()
  }
  await show(<Field options={options} />)
  await write('jing')
  await until(() => document.querySelectorAll('.ant-select-item-option').length === 2)
  expect(document.querySelector('.ant-select-item-option')?.textContent).toBe('Jingle')
})
