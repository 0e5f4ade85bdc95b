import { expect, test } from 'vitest'
import { dicts } from '#contracts/platform/lists/dictionaries.ts'
import { cellsOf } from '#server/kit/sheets/sheets.fixture.ts'
import { writeSheet } from '#server/kit/sheets/sheets.ts'
import { admin, builtIn, items, words, prepareDictionaries } from './dictionaries.fixture.ts'

prepareDictionaries()

test('sheets leave and come back; what is as it was makes no words of the tenant’s own', async () => {
  const file = await admin.get('/sys/dict/exportXls', { dictCode: '*msg_type*' })
  const [header, ...lines] = await cellsOf(file.bytes)
  expect(lines.map((cells) => cells[3])).toEqual(expect.arrayContaining(['USER', 'ALL']))
  const same = await admin.upload('/sys/dict/importExcel', 'd.xlsx', file.bytes)
  expect(same.result).toMatchObject({ totalCount: lines.length, errorCount: 0 })
  expect((await builtIn(admin, 'msg_type')).own).toBe(false)
  const sheet = await writeSheet(
    {
      name: 'x',
      columns: header!.map((title) => ({ title, type: 'text' as const })),
      rows: [
        ['sheet_dict', '表', 'Sheet', '1', '一', 'One', 'success', '0', '1', null],
        ['sheet_dict', '表', 'Sheet', '2', '二', 'Two', null, '1', '0', null],
        ['bad code', 'x', null, '1', 'x', null, null, null, null, null],
        ['sheet_dict', '', '', '3', '三', '', 'pink', '', '', ''],
      ],
    },
    'xlsx',
  )
  expect(
    (await admin.upload('/sys/dict/importExcel', 'd.xlsx', sheet, { dryRun: 'true' })).result,
  ).toMatchObject({ successCount: 2, errorCount: 2 })
  expect(await words(admin, 'sheet_dict')).toBeUndefined()
  expect((await admin.upload('/sys/dict/importExcel', 'd.xlsx', sheet)).result).toMatchObject({
    successCount: 2,
    errorCount: 2,
  })
  expect((await words(admin, 'sheet_dict'))!.map(({ text }) => text)).toEqual(['One'])
})

const HEAD = [
  'dictCode',
  'dictName',
  'dictNameEn',
  'itemValue',
  'itemText',
  'itemTextEn',
  'color',
  'status',
].map((title) => ({ title }))

test('a refused line leaves nothing, the dictionary it would have begun neither', async () => {
  const sheet = await writeSheet(
    {
      columns: HEAD,
      rows: [
        ['half_dict', '半', 'Half', '1', '一', 'One', 'pink', '1'],
        ['half_dict', '', '', '2', '二', 'Two', 'success', '1'],
        ['whole_dict', '整', 'Whole', '1', '一', 'One', 'success', '7'],
        ['whole_dict', '整', 'Whole', '2', '二', 'Two', null, null],
      ],
    },
    'xlsx',
  )
  const done = (await admin.upload('/sys/dict/importExcel', 'd.xlsx', sheet)).result as {
    successCount: number
    errors: { row: number; column: string; code: string }[]
  }
  expect(done.errors.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'Colour', 'field.dict'],
    [3, 'Name', 'field.required'],
    [4, 'Enabled', 'field.dict'],
  ])
  expect(done.successCount).toBe(1)
  const stored = async (dictCode: string) =>
    (await admin.call(dicts.list, { dictCode: `*${dictCode}*` } as never)).records.map(
      ({ itemCount }) => itemCount,
    )
  expect([await stored('half_dict'), await stored('whole_dict')]).toEqual([[], [1]])
})

test('a sheet in Chinese comes back as it left: no two columns have one title', async () => {
  const system = await builtIn(admin, 'shipment_status')
  const before = await items(admin, system.id)
  const file = await admin.raw('GET', '/sys/dict/exportXls', {
    query: { dictCode: 'shipment_status' },
    headers: { client_lang: 'zh_CN' },
  })
  expect((await admin.upload('/sys/dict/importExcel', 'd.xlsx', file.bytes)).result).toMatchObject({
    totalCount: before.length,
    errorCount: 0,
  })
  expect(await items(admin, system.id)).toEqual(before)
})
