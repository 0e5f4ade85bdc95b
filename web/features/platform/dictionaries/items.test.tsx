import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DictItemRow, DictRow } from '#contracts/platform/lists/dictionaries.ts'
import {
  answersAt,
  bodiesOf,
  inputOf,
  noteOf,
  press,
  seen,
  type,
  type Answer,
} from '#web/test/acts.ts'
import { good, leave, refused, until, type Sent } from '#web/test/page.tsx'
import { showScreen } from '#web/test/screen.tsx'
import { hasUnsaved } from '../../../kit/platform/unsaved.ts'
import ItemDialog from './item-dialog.tsx'
import TranslateDialog from './translate-dialog.tsx'

const DICT = { id: '5', dictCode: 'sex', dictName: '性别', dictNameEn: 'Sex' } as DictRow
const item = (id: string, more: Partial<DictItemRow> = {}) =>
  ({
    id,
    version: 2,
    itemValue: id,
    itemText: `文${id}`,
    itemTextEn: `Text ${id}`,
    color: null,
    description: null,
    status: '1',
    builtIn: false,
    ...more,
  }) as DictItemRow
const onClose = vi.fn()

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  onClose.mockReset()
})
const write = async (label: string, value: string) => type(await inputOf(label), value)

describe('an item', () => {
  async function open(
    row: DictItemRow | null,
    routes: Record<string, Answer | Answer[]> = {},
  ): Promise<Sent[]> {
    const sent = answersAt({
      '/sys/dictItem/add': good(item('9')),
      '/sys/dictItem/edit': good(item('1')),
      ...routes,
    })
    await showScreen(<ItemDialog dict={DICT} item={row} onClose={onClose} />, {
      texts: ['dictionaries'],
    })
    await inputOf('Value')
    return sent
  }

  it('new: needs a value and a text, and is switched on', async () => {
    const sent = await open(null)
    await press('Save')
    await until(() => document.querySelectorAll('.ant-form-item-explain-error').length === 2)
    expect(bodiesOf(sent, '/dictItem/add')).toEqual([])
    await write('Value', 'x')
    await write('Text', '未知')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/dictItem/add')[0]).toMatchObject({
      dictId: '5',
      itemValue: 'x',
      itemText: '未知',
      status: '1',
    })
    expect(bodiesOf(sent, '/dictItem/add')[0]).not.toHaveProperty('on')
  })

  it('built in: keeps its value, may be switched off', async () => {
    const sent = await open(item('1', { builtIn: true }))
    expect((await inputOf('Value')).disabled).toBe(true)
    await act(async () => document.querySelector<HTMLElement>('[role="switch"]')?.click())
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/dictItem/edit')[0]).toMatchObject({ id: '1', version: 2, status: '0' })
  })

  it('refused: at its field, or on top where it is about none', async () => {
    await open(item('1'), {
      '/sys/dictItem/edit': [
        refused(400, 'Please check', {
          result: { issues: [{ path: 'itemValue', code: 'x', message: 'is used already' }] },
        }),
        refused(422, 'The dictionary is in the bin'),
      ],
    })
    await write('Text', 'another')
    await press('Save')
    expect(await noteOf('Value')).toBe('is used already')
    await press('Save')
    await until(
      () => document.querySelector('.py-summary')?.textContent?.includes('in the bin') ?? false,
    )
    expect(onClose).not.toHaveBeenCalled()
  })

  it('changed by another user meanwhile: theirs can be taken', async () => {
    const newer = {
      ...item('1', { version: 3, itemText: '新', itemTextEn: 'Theirs' }),
      updateBy: 'lin',
      updateTime: null,
    }
    const sent = await open(item('1'), {
      '/sys/dictItem/edit': [
        refused(409, 'stale', { error: 'row.stale', result: newer }),
        good(newer),
      ],
    })
    await write('English text', 'Mine')
    await press('Save')
    await until(() => seen().includes('lin changed this record'))
    await press('Use their version')
    expect((await inputOf('Text')).value).toBe('新')
    expect((await inputOf('English text')).value).toBe('Theirs')
    await write('English text', 'Mine again')
    await press('Save')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/dictItem/edit')[1]).toMatchObject({
      version: 3,
      itemText: '新',
      itemTextEn: 'Mine again',
    })
  })
})

describe('translating', () => {
  async function open(): Promise<Sent[]> {
    const page = {
      records: [item('1'), item('2', { itemTextEn: null })],
      total: 2,
      size: 1000,
      current: 1,
      pages: 1,
      capped: false,
    }
    const sent = answersAt({
      '/sys/dictItem/list': good(page),
      '/sys/dictItem/editBatch': good(null),
    })
    await showScreen(<TranslateDialog dict={DICT} onClose={onClose} />, { texts: ['dictionaries'] })
    await until(() => document.querySelectorAll('.dic-grid input').length === 4)
    return sent
  }
  const cell = (name: string) =>
    document.querySelector<HTMLInputElement>(`[aria-label="${name}"]`) ?? expect.fail(name)

  it('saves the lines that were changed and no others', async () => {
    const sent = await open()
    expect(seen()).toContain('Save')
    await type(cell('English text 2'), ' Female ')
    await type(cell('Text 1'), '文1 ')
    expect(seen()).toContain('Save 1 change')
    expect(hasUnsaved()).toBe(true)
    await press('Save 1 change')
    await until(() => onClose.mock.calls.length === 1)
    expect(bodiesOf(sent, '/dictItem/editBatch')[0]).toEqual({
      items: [{ id: '2', itemText: '文2', itemTextEn: 'Female' }],
    })
  })

  it('leaves out a line whose text was emptied; an empty translation is none', async () => {
    await open()
    await type(cell('Text 1'), '')
    expect(seen()).toContain('Save')
    await type(cell('English text 1'), '')
    expect(seen()).toContain('Save')
    await type(cell('Text 1'), '文1')
    expect(seen()).toContain('Save 1 change')
  })
})
