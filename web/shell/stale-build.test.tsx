import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryRouter } from 'react-router'
import { leave, show, speak, until } from '#web/test/page.tsx'
import { forgetUnsaved, useUnsaved } from '../kit/platform/unsaved.ts'
import { Broken } from './layout/exception.tsx'
import { lazyWithRetry } from './layout/lazy-with-retry.tsx'
import { handleMissingFile, isMissingFile, isNewBuild } from './stale-build.ts'

const page = (entry: string) =>
  `<!doctype html><html><head><script type="module" crossorigin src="${entry}"></script></head><body></body></html>`
const server = (entry: string | null) =>
  vi.stubGlobal('fetch', async () => {
    if (entry === null) throw new TypeError('Failed to fetch')
    return new Response(page(entry))
  })
const MISSING = new TypeError('Failed to fetch dynamically imported module: http://x/assets/a.js')

// The page's own start file is only named here, not run.
Reflect.set(Reflect.get(window, 'happyDOM').settings, 'handleDisabledFileLoadingAsSuccess', true)

beforeEach(async () => {
  sessionStorage.clear()
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>'
  await speak('en_US')
})
afterEach(async () => {
  await leave()
  forgetUnsaved(null)
  document.head.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a file that is not there', () => {
  it.each([
    'Failed to fetch dynamically imported module: x',
    'error loading dynamically imported module: x',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/x.css',
  ])('is distinguished from other errors: %s', (message) => {
    expect(isMissingFile(new TypeError(message))).toBe(true)
  })
  it('is not any failed call', () => {
    expect(
      [new TypeError('Failed to fetch'), new Error('boom'), 'text', null].map(isMissingFile),
    ).toEqual([false, false, false, false])
  })
  it('means a new version only where the server has another start file', async () => {
    server('/assets/index-old.js')
    expect(await isNewBuild()).toBeNull()
    server('/assets/index-new.js')
    expect(await isNewBuild()).toBe('/assets/index-new.js')
    server(null)
    expect(await isNewBuild()).toBeNull()
  })
  it('reloads the page once for each version, never in a circle', async () => {
    vi.useFakeTimers()
    const reload = vi.fn()
    server('/assets/index-new.js')
    expect([await handleMissingFile(reload), await handleMissingFile(reload)]).toEqual([
      'reloading',
      'reload',
    ])
    vi.runAllTimers()
    server('/assets/index-newer.js')
    expect(await handleMissingFile(reload)).toBe('reloading')
    vi.runAllTimers()
    expect(reload).toHaveBeenCalledTimes(2)
    server(null)
    expect(await handleMissingFile(reload)).toBe('unreachable')
  })
  it('leaves the reload to a person who has not saved, and to one whose browser keeps nothing', async () => {
    const reload = vi.fn()
    server('/assets/index-new.js')
    function Form() {
      useUnsaved(true)
      return null
    }
    await show(<Form />)
    expect(await handleMissingFile(reload)).toBe('reload')
    await leave()
    vi.stubGlobal('sessionStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('off')
      },
    })
    expect(await handleMissingFile(reload)).toBe('reload')
  })
})

describe('what the person sees', () => {
  const broken = async (error: Error) =>
    await show(
      <MemoryRouter>
        <Broken error={error} retry={() => undefined} />
      </MemoryRouter>,
    )
  it.each([
    ['/assets/index-new.js', 'There is a new version', 'Loading it…', false],
    [null, 'The page could not be loaded', 'Try again', true],
    ['/assets/index-old.js', 'The page could not be loaded', 'Try again', true],
  ])('with %s on the server: %s', async (entry, title, text, button) => {
    server(entry)
    const host = await broken(MISSING)
    await until(() => host.querySelector('h1') !== null)
    expect(host.querySelector('h1')?.textContent).toBe(title)
    expect([
      host.textContent?.toLowerCase().includes(text.toLowerCase()),
      host.querySelector('button') !== null,
    ]).toEqual([true, button])
  })
  it("another error is the page's own", async () => {
    expect((await broken(new Error('boom'))).querySelector('h1')?.textContent).toBe(
      'Something went wrong',
    )
  })
  it('a drawer whose file is missing takes nothing down and gives its button back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    server(null)
    const gone = vi.fn()
    const Drawer = lazyWithRetry<{ open: boolean }>(async () => {
      throw MISSING
    })
    const host = await show(
      <>
        <p>page</p>
        <Drawer open onGone={gone} />
      </>,
    )
    await until(() => gone.mock.calls.length > 0)
    expect(host.textContent).toBe('page')
    vi.restoreAllMocks()
  })
})
