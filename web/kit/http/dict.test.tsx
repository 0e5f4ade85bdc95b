import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dictionariesChanged, useDict } from './dict.ts'
import { onFailure } from './failures.ts'
import { queryClient } from './query.ts'
import { useSocket } from './socket.ts'
import { DictTag } from '../platform/status-tag.tsx'
import {
  answers,
  good,
  leave,
  settle,
  show,
  signInForTest,
  signOutForTest,
  speak,
  until,
  type Made,
  type Sent,
} from '#web/test/page.tsx'

class Line extends EventTarget {
  static readonly OPEN = 1
  static last: Line | null = null
  readyState = 0
  constructor() {
    super()
    Line.last = this
  }
  send() {
    /* heartbeats go nowhere here */
  }
  close() {
    /* no server */
  }
  opens() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(cmd: string) {
    this.dispatchEvent(
      new MessageEvent('message', { data: JSON.stringify({ cmd, msgId: '', msgTxt: '' }) }),
    )
  }
}

const item = (value: string, text: string) => ({ value, text, title: text, color: null })
let words: Record<string, ReturnType<typeof item>[]>
let broken: Made | null
let sent: Sent[]
let others: string[]
const requested = (path: string) => sent.filter(({ url }) => url.pathname.includes(path)).length
const text = () => document.body.textContent ?? ''

function Page() {
  useSocket('1', { onMessage: ({ cmd }) => others.push(cmd), onGone: () => undefined })
  return (
    <>
      <p>
        <DictTag code="state" value="1" text="from the row" />
      </p>
      <ul>
        {useDict('later').map(({ value, text: word }) => (
          <li key={value}>{word}</li>
        ))}
      </ul>
    </>
  )
}

beforeEach(async () => {
  await speak('en_US')
  vi.stubGlobal('WebSocket', Line)
  words = { state: [item('1', 'old word')] }
  broken = null
  others = []
  sent = answers(
    ({ url }) => broken ?? good(url.pathname.includes('queryAllDictItems') ? words : []),
  )
  signInForTest()
  await show(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  await act(async () => Line.last!.opens())
  await until(() => text().includes('old word'))
})
afterEach(async () => {
  await leave()
  signOutForTest()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('words of dictionaries on an open page', () => {
  it('change as soon as the server reports it: what shows them redraws, new items and dictionaries come', async () => {
    words = { state: [item('1', 'new word')], later: [item('a', 'first'), item('b', 'second')] }
    await act(async () => Line.last!.says('dict'))
    await until(() => text() === 'new wordfirstsecond')
    expect(others, 'no bell rings for it').toEqual([])
    await act(async () => Line.last!.says('topic'))
    expect(others).toEqual(['topic'])
    expect(
      JSON.parse(localStorage.getItem('pro__UI_CACHE_DB_DICT_DATA')!).value,
      'the next page begins with them',
    ).toEqual(words)
  })

  it('are asked for once where many are changed in a row', async () => {
    const before = requested('queryAllDictItems')
    words = { state: [item('1', 'last word')] }
    for (let turn = 0; turn < 20; turn++) dictionariesChanged()
    await until(() => text().includes('last word'))
    // One more may be on its way from when the line came up.
    expect(requested('queryAllDictItems')).toBeLessThanOrEqual(before + 2)
  })

  it('are asked for when the line is up again: what changed meanwhile was not sent', async () => {
    words = { state: [item('1', 'missed word')] }
    await act(async () => Line.last!.opens())
    await until(() => text().includes('missed word'))
  })

  it('stay as they are where the server does not answer, and without a word about it', async () => {
    const before = requested('queryAllDictItems')
    const failed = vi.fn()
    const off = onFailure(failed)
    broken = { status: 500, body: { success: false, message: '', code: 500, result: null } }
    await act(async () => Line.last!.says('dict'))
    await until(() => requested('queryAllDictItems') > before)
    await settle()
    off()
    expect(text()).toContain('old word')
    expect(failed).not.toHaveBeenCalled()
  })
})
