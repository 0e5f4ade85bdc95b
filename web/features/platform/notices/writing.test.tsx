import DOMPurify from 'dompurify'
import { act, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answersAt, buttonOf, press, pressKey, seen, type } from '#web/test/acts.ts'
import { leave, until, untilFound } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { LinkBox } from './link-box.tsx'
import RichText from './rich-text.tsx'

// happy-dom's nodes are not what DOMPurify walks over: it loses headings there. Here it is looked
// at what the editor's own schema lets through; the cleaning is in test/e2e/notices.e2e.ts.
beforeEach(() => {
  vi.spyOn(DOMPurify as { sanitize(html: string): unknown }, 'sanitize').mockImplementation(
    (html) => {
      const holder = document.createElement('template')
      holder.innerHTML = html
      return holder.content
    },
  )
})

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a link', () => {
  const set: (string | null)[] = []
  async function open(href: string | null): Promise<HTMLInputElement> {
    set.length = 0
    answersAt({})
    await showScreen(
      <LinkBox href={href} disabled={false} icon={<i />} onSet={(next) => set.push(next)} />,
      { texts: ['notices'] },
    )
    await press('Link')
    return untilFound(() => document.querySelector<HTMLInputElement>('.notice-link input'))
  }

  it('goes to a page of this site or to the web, and to nothing else', async () => {
    const field = await open(null)
    for (const bad of ['javascript:alert(1)', 'mailto:a@b.de', 'page']) {
      await type(field, bad)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect((await buttonOf('Set the link')).hasAttribute('disabled')).toBe(true)
      await pressKey(field, 'Enter')
    }
    expect(set).toEqual([])
    expect(seen()).toContain('An address of this site')
    await type(field, ' https://example.com/a ')
    await press('Set the link')
    expect(set).toEqual(['https://example.com/a'])
  })

  it('is set by Enter, which does not save the form around it', async () => {
    const field = await open(null)
    await type(field, '/shipment/b2c')
    await pressKey(field, 'Enter')
    expect(set).toEqual(['/shipment/b2c'])
  })

  it('that is there is shown, and taken away by one button', async () => {
    const field = await open('/old')
    expect(field.value).toBe('/old')
    await press('Remove the link')
    expect(set).toEqual([null])
  })
})

describe('the text of a notice', () => {
  const written: unknown[] = []
  function Page({ start, disabled = false }: { start: string; disabled?: boolean }) {
    const [value, setValue] = useState<unknown>(start)
    return (
      <>
        <RichText
          value={value}
          disabled={disabled}
          onChange={(next) => {
            written.push(next)
            setValue(next)
          }}
        />
        <button type="button" onClick={() => setValue('<p>from outside</p>')}>
          put
        </button>
      </>
    )
  }
  async function open(start: string, disabled = false): Promise<void> {
    written.length = 0
    answersAt({})
    await showScreen(<Page start={start} disabled={disabled} />, { texts: ['notices'] })
    await until(() => document.querySelector('.notice-editor-text') !== null)
  }
  const text = () => document.querySelector('.notice-editor-text')?.innerHTML ?? ''

  it('shows what is stored and drops what the server would not let through', async () => {
    await open('<h2>Closed</h2><p>On <strong>Monday</strong></p><script>alert(1)</script>')
    expect(text()).toContain('<h2>Closed</h2>')
    expect(text()).toContain('<strong>Monday</strong>')
    expect(text()).not.toContain('script')
    expect(written).toEqual([])
  })

  it('takes what is put from outside without reporting it back', async () => {
    await open('<p>before</p>')
    await press('put')
    await until(() => text().includes('from outside'))
    expect(written).toEqual([])
  })

  it('is not changed where the form is busy', async () => {
    await open('<p>text</p>', true)
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('.notice-editor-bar button')]
    expect(buttons.every((one) => one.disabled)).toBe(true)
    expect(document.querySelector('.notice-editor-text')?.getAttribute('contenteditable')).toBe(
      'false',
    )
  })

  it('has one stop of the Tab key; the arrows go round', async () => {
    await open('<p>text</p>')
    const buttons = [
      ...document.querySelectorAll<HTMLButtonElement>('.notice-editor-bar button:not([disabled])'),
    ]
    expect(buttons.filter((one) => one.tabIndex === 0).map((one) => one.title)).toEqual(['Bold'])
    await act(async () => buttons[0]?.focus())
    await pressKey(buttons[0]!, 'ArrowRight')
    expect(document.activeElement).toBe(buttons[1])
    await pressKey(buttons[1]!, 'ArrowLeft')
    await pressKey(buttons[0]!, 'ArrowLeft')
    expect(document.activeElement).toBe(buttons.at(-1))
  })
})
