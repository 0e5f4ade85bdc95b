import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answersAt, press, seen } from '#web/test/acts.ts'
import { good, leave, until } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { RecordFiles } from './record-files.tsx'

const FILE = {
  id: '5',
  fileName: '箱唛.pdf',
  type: 'application/pdf',
  size: 20_480,
  kind: 'boxLabel',
  url: '/sys/common/static/link/a',
  thumbUrl: null,
  createBy: 'service1',
  createTime: '2026-11-20T08:00:00Z',
}
const PHOTO = { ...FILE, id: '6', fileName: 'a.png', type: 'image/png', thumbUrl: '/thumb' }

/** A request whose way is steered by the test. */
class Request extends EventTarget {
  static all: Request[] = []
  upload = new EventTarget()
  status = 200
  responseText = ''
  responseType = ''
  body: FormData | null = null
  open() {}
  setRequestHeader() {}
  getResponseHeader(name: string) {
    return name === 'content-type' ? 'application/json' : null
  }
  send(body: FormData) {
    this.body = body
    Request.all.push(this)
  }
  answer(body: object) {
    this.responseText = JSON.stringify({ timestamp: 0, ...body })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  Request.all = []
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

const open = async (mayChange: boolean) => {
  const sent = answersAt({ '/sys/file/list': good({ files: [FILE, PHOTO], mayChange }) })
  await showScreen(<RecordFiles ownerKind="shipment" ownerId="9" kind="boxLabel" />, {
    texts: ['files'],
  })
  return { page: document.body, sent }
}
const choose = async (page: HTMLElement, ...files: File[]) => {
  const input = page.querySelector<HTMLInputElement>('input[type=file]')!
  Object.defineProperty(input, 'files', { configurable: true, value: files })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
}

test('lists the files with their small pictures; who may not change them sees no more', async () => {
  const { page } = await open(false)
  await until(() => seen().includes('箱唛.pdf'))
  expect(page.querySelector('img')?.getAttribute('src')).toBe('/boot/thumb')
  expect(page.querySelector('input[type=file]')).toBeNull()
  expect(page.querySelector('[aria-label^="Delete"]')).toBeNull()
})

test('sends files one after the other, shows how far each is, and why one failed', async () => {
  const { page, sent } = await open(true)
  await until(() => page.querySelector('input[type=file]') !== null)
  await choose(page, new File(['one'], 'one.pdf'), new File(['two'], 'two.jpg'))
  await until(() => Request.all.length === 1)
  const first = Request.all[0]!
  expect(Object.fromEntries([...first.body!].filter(([name]) => name !== 'file'))).toEqual({
    ownerKind: 'shipment',
    ownerId: '9',
    kind: 'boxLabel',
  })
  await act(async () => {
    first.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 2 }))
  })
  expect(page.querySelector('progress')?.value).toBe(0.5)
  const before = sent.length
  await act(async () => first.answer({ success: true, code: 200, message: 'OK', result: FILE }))
  await until(() => Request.all.length === 2)
  expect(sent.length, 'the list is asked anew').toBeGreaterThan(before)
  await act(async () =>
    Request.all[1]!.answer({
      success: false,
      code: 422,
      message: 'Upload failed. The content is ZIP, but the file name says JPG.',
      result: null,
      error: 'file.mismatch',
    }),
  )
  await until(() => seen().includes('The content is ZIP'))
  await press('Retry')
  await until(() => Request.all.length === 3)
  await act(async () =>
    Request.all[2]!.answer({ success: true, code: 200, message: 'OK', result: PHOTO }),
  )
  await until(() => !seen().includes('The content is ZIP'))
})

test('takes ten files at a time and names the others', async () => {
  const { page } = await open(true)
  await until(() => page.querySelector('input[type=file]') !== null)
  await choose(page, ...Array.from({ length: 12 }, (_, n) => new File(['x'], `${n}.txt`)))
  expect(seen()).toContain('Not uploaded: 10.txt, 11.txt')
})
