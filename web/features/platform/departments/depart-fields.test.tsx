import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DepartNode } from '#contracts/platform/departments/departments.nodes.ts'
import {
  answersAt,
  bodiesOf,
  choose,
  confirmBy,
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
import { DepartFields } from './depart-fields.tsx'
import type { DepartLine } from './tree-lines.ts'

const line = (id: string, more: object = {}) =>
  ({
    id,
    version: 2,
    title: `Depart ${id}`,
    departName: `部门${id}`,
    departNameEn: `Depart ${id}`,
    departNameAbbr: null,
    parentId: null,
    orgCategory: '1',
    departOrder: 0,
    mobile: null,
    fax: null,
    address: null,
    memo: null,
    description: 'kept as it is',
    status: '1',
    level: 0,
    parents: [],
    ...more,
  }) as unknown as DepartLine
const LINES = [
  line('1'),
  line('2', { parentId: '1', parents: ['1'], level: 1, orgCategory: '2' }),
  line('3', { parentId: '2', parents: ['1', '2'], level: 2, orgCategory: '2' }),
  line('4'),
]
const saved: DepartNode[] = []

async function open(
  props: { row?: DepartLine; parentId?: string; readOnly?: boolean },
  routes: Record<string, Answer | Answer[]> = {},
): Promise<Sent[]> {
  saved.length = 0
  const sent = answersAt({
    '/sys/sysDepart/add': good(LINES[0]),
    '/sys/sysDepart/edit': good(LINES[0]),
    '/sys/dict/getDictItems': good([]),
    ...routes,
  })
  await showScreen(
    <>
      <DepartFields
        formId="depart"
        lines={LINES}
        row={props.row ?? null}
        parentId={props.parentId ?? null}
        readOnly={props.readOnly ?? false}
        onState={() => undefined}
        onSaved={(row) => saved.push(row)}
      />
      <button type="submit" form="depart">
        Save
      </button>
    </>,
    { texts: ['departments'] },
  )
  await inputOf('Name')
  return sent
}
const write = async (label: string, value: string) => type(await inputOf(label), value)

afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

describe('a department', () => {
  it('below another begins as a department of it, at the top as a company', async () => {
    const sent = await open({ parentId: '1' })
    await write('Name', '仓库')
    await press('Save')
    await until(() => saved.length === 1)
    expect(bodiesOf(sent, '/sysDepart/add')[0]).toMatchObject({
      departName: '仓库',
      parentId: '1',
      orgCategory: '2',
      departOrder: 0,
      status: '1',
    })
    await leave()
    const top = await open({})
    await write('Name', '公司')
    await press('Save')
    await until(() => saved.length === 1)
    expect(bodiesOf(top, '/sysDepart/add')[0]).toMatchObject({ parentId: null, orgCategory: '1' })
  })

  it('has a name', async () => {
    const sent = await open({})
    await press('Save')
    expect(await noteOf('Name')).not.toBe('')
    expect(bodiesOf(sent, '/sysDepart/add')).toEqual([])
  })

  it('keeps what its form does not show, and goes with its version', async () => {
    const sent = await open({ row: LINES[1]! })
    await write('Phone', '021-1')
    expect(hasUnsaved()).toBe(true)
    await press('Save')
    await until(() => saved.length === 1)
    expect(bodiesOf(sent, '/sysDepart/edit')[0]).toMatchObject({
      id: '2',
      version: 2,
      mobile: '021-1',
      description: 'kept as it is',
    })
    expect(hasUnsaved()).toBe(false)
  })

  it('is moved only after showing how many get new codes', async () => {
    const sent = await open({ row: LINES[1]! })
    await choose(await inputOf('Parent department'), 'Depart 4')
    await press('Save')
    await until(() => seen().includes('Move “Depart 2”?'))
    expect(seen()).toContain('2 departments get new codes')
    await confirmBy('Back')
    expect(bodiesOf(sent, '/sysDepart/edit')).toEqual([])
    await press('Save')
    await confirmBy('Move')
    await until(() => saved.length === 1)
    expect(bodiesOf(sent, '/sysDepart/edit')[0]).toMatchObject({ parentId: '4' })
  })

  it('shows what the server refuses at its field', async () => {
    await open(
      { row: LINES[1]! },
      {
        '/sys/sysDepart/edit': refused(400, 'Please check', {
          result: { issues: [{ path: 'departNameAbbr', code: 'x', message: 'is too short' }] },
        }),
      },
    )
    await write('Short name', 'x')
    await press('Save')
    expect(await noteOf('Short name')).toBe('is too short')
    expect(saved).toEqual([])
  })

  it('is only read where one may not change it', async () => {
    await open({ row: LINES[1]!, readOnly: true })
    expect((await inputOf('Name')).disabled).toBe(true)
  })
})
