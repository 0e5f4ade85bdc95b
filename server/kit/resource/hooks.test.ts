import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { suppliers } from '#contracts/parties/suppliers.ts'
import { useWorld } from '#test/harness.ts'
import { makeCtx, systemPrincipal, type Ctx } from '../access/ctx.ts'
import { fail, failFields } from '../http/errors.ts'
import { rowAfter, type Hooks } from './hooks.ts'
import { addRow, deleteRow, deleteRows, editRow } from './resource-write.ts'

const world = useWorld()
let ctx: Ctx
beforeEach(() => {
  ctx = makeCtx({
    requestId: 'hooks',
    lang: 'en_US',
    principal: systemPrincipal(world().tenantId),
    log: pino({ level: 'silent' }),
    http: null,
    deps: world().deps,
    executor: world().db.kysely,
  })
})

let count = 0
const add = (name: string) =>
  addRow(ctx, suppliers, { code: `hook-${++count}`, name, currency: 'EUR' }, {})
const left = async (ids: readonly string[]) =>
  (
    await world().db.pool.query<{ id: string }>('select id from supplier where id = any($1)', [ids])
  ).rows.map(({ id }) => id)

const hooks: Hooks<typeof suppliers> = {
  beforeSave: (_tx, draft, before) => {
    const { name } = rowAfter(draft, before)
    if (name?.startsWith('No')) failFields([{ path: 'name', code: 'field.invalid' }])
    draft.remark = `saved as ${name}`
    return Promise.resolve()
  },
  beforeDelete: (_tx, row) =>
    row.name === 'Needed' ? fail('row.referenced', { label: row.code }) : Promise.resolve(),
}

test('a delete is refused per row, alone and among others', async () => {
  const [needed, free] = [await add('Needed'), await add('Free')]
  await expect(deleteRow(ctx, suppliers, needed.id, hooks)).rejects.toMatchObject({
    code: 'row.referenced',
  })
  expect(await deleteRows(ctx, suppliers, [needed.id, free.id], hooks)).toMatchObject({
    done: 1,
    failed: 1,
    rows: [
      { id: needed.id, ok: false, label: needed.code, code: 'row.referenced' },
      { id: free.id, ok: true },
    ],
  })
  expect(await left([needed.id, free.id])).toEqual([needed.id])
})

test('a draft is checked as the row will be, and completed', async () => {
  const row = await add('Before')
  const edited = await editRow(ctx, suppliers, row.id, row.version, { contact: 'Anna' }, hooks)
  expect(edited).toMatchObject({ contact: 'Anna', remark: 'saved as Before' })
  await expect(
    editRow(ctx, suppliers, row.id, edited.version, { name: 'Nobody' }, hooks),
  ).rejects.toMatchObject({ code: 'request.invalid' })
})

test('what the entity closes for a row is neither edited nor deleted, its values open it', async () => {
  const closed = { field: 'name', oneOf: ['Open', null], otherwise: 'row.referenced' } as const
  const of = { ...suppliers, when: { edit: closed, delete: closed } }
  const [open, shut] = [await add('Open'), await add('Shut')]
  await expect(editRow(ctx, of, shut.id, shut.version, { name: 'x' }, {})).rejects.toMatchObject({
    code: 'row.referenced',
    data: { label: shut[suppliers.label], name: 'Shut' },
  })
  await expect(deleteRow(ctx, of, shut.id, {})).rejects.toMatchObject({ code: 'row.referenced' })
  await editRow(ctx, of, open.id, open.version, { contact: 'x' }, {})
  await deleteRow(ctx, of, open.id, {})
  expect(await left([open.id, shut.id])).toEqual([shut.id])
})
