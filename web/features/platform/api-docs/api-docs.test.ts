import { expect, test } from 'vitest'
import {
  bodyOf,
  callsOf,
  oneOfNames,
  parametersOf,
  resultOf,
  search,
  type ApiDocument,
} from './api-document.ts'
import { curlOf } from './curl.ts'
import { schemaRows } from './schema-rows.ts'

const tree = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
  },
  required: ['name'],
}
const answer = (result: object) => ({
  200: {
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Envelope' },
            { type: 'object', properties: { result } },
          ],
        },
      },
    },
  },
})
const document: ApiDocument = {
  info: { title: 'T', version: '1' },
  components: {
    schemas: { Envelope: { type: 'object' }, Node: tree },
    parameters: { Key: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
  },
  paths: {
    '/boot/erp/consignee/add': {
      post: {
        operationId: 'add',
        tags: ['erp/consignee'],
        summary: 'add',
        'x-access': 'permission',
        'x-permission': ['base:consignee:add'],
        parameters: [{ $ref: '#/components/parameters/Key' }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'parcels'],
                properties: {
                  name: { type: 'string', maxLength: 100 },
                  note: { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] },
                  parcels: {
                    type: 'array',
                    minItems: 1,
                    items: {
                      type: 'object',
                      required: ['kg'],
                      properties: {
                        kg: { type: 'string' },
                        order: { enum: ['asc', 'desc'], default: 'asc' },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        responses: answer({
          type: 'object',
          properties: {
            id: { type: 'string' },
            menu: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
          },
        }),
      },
    },
    '/boot/erp/consignee/queryById': {
      get: {
        operationId: 'get',
        tags: ['erp/consignee'],
        summary: 'queryById',
        'x-access': 'permission',
        'x-permission': ['base:consignee:list'],
        parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }],
        responses: answer({ type: 'null' }),
      },
    },
    '/boot/track/query': {
      get: {
        operationId: 'track',
        tags: ['track/query'],
        'x-access': 'public',
        responses: answer({ type: 'array', items: { type: 'string' } }),
      },
    },
  },
}
const calls = callsOf(document)

test('calls are found by any words of path, method, name or permission', () => {
  expect(search(calls, 'CONSIGNEE  post').map((call) => call.path)).toEqual([
    '/boot/erp/consignee/add',
  ])
  expect(search(calls, 'base:consignee:list')).toHaveLength(1)
  expect(search(calls, 'public')).toHaveLength(1)
  expect(search(calls, '')).toHaveLength(3)
  expect(search(calls, 'nothing such')).toEqual([])
})

test('a shape is listed line by line, in order, with what it must have and its limits', () => {
  const rows = schemaRows(document, bodyOf(calls[0]!.operation)!.schema)
  expect(
    rows.map((row) => [
      row.depth,
      row.name,
      row.type,
      row.required,
      row.limits.map((limit) => `${limit.kind} ${limit.text}`).join(', '),
    ]),
  ).toEqual([
    [0, 'name', 'string', true, 'length ≤ 100'],
    [0, 'note', 'string | null', false, 'length ≤ 5'],
    [0, 'parcels', 'object[]', true, 'items ≥ 1'],
    [1, 'kg', 'string', true, ''],
    [1, 'order', '"asc" | "desc"', false, 'plain = "asc"'],
  ])
})

test('a tree is entered once', () => {
  const rows = schemaRows(document, resultOf(calls[0]!.operation)!)
  expect(rows.map((row) => [row.depth, row.name, row.type, row.again])).toEqual([
    [0, 'id', 'string', false],
    [0, 'menu', 'object[]', false],
    [1, 'name', 'string', false],
    [1, 'children', 'object[]', true],
  ])
})

test('parameters by reference are the ones they stand for', () => {
  expect(parametersOf(document, calls[0]!.operation).map((one) => one.name)).toEqual([
    'Idempotency-Key',
  ])
})

test('the command line quotes what a shell would read, and holds no token', () => {
  expect(curlOf(document, calls[0]!, "https://o'x", 'zh_CN'))
    .toBe(`curl -X POST 'https://o'\\''x/boot/erp/consignee/add' \\
  -H "X-Access-Token: $TOKEN" \\
  -H 'client_lang: zh_CN' \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"NAME","parcels":[{"kg":"KG"}]}'`)
  expect(curlOf(document, calls[1]!, 'https://x', 'en_US')).toContain(
    `'https://x/boot/erp/consignee/queryById?id=ID'`,
  )
  expect(curlOf(document, calls[2]!, 'https://x', 'en_US')).toBe(
    `curl 'https://x/boot/track/query' \\\n  -H 'client_lang: en_US'`,
  )
})

test('the example of a call that takes one of several lists has the first, and a full one', () => {
  const id = { type: 'string' }
  const schema = {
    type: 'object',
    properties: {
      ids: { type: 'array', items: id },
      parcelIds: { type: 'array', items: id },
      days: { type: 'array', minItems: 2, items: id },
    },
    required: ['days'],
    anyOf: [{ required: ['ids'] }, { required: ['parcelIds'] }],
  }
  const call = calls[0]!
  const file = { 200: { content: { 'application/octet-stream': { schema: {} } } } }
  const requestBody = { content: { 'application/json': { schema } } }
  const operation = { ...call.operation, requestBody, responses: file }
  const text = curlOf(document, { ...call, operation }, 'https://x', 'en_US')
  expect(text).toContain(`-d '{"days":["DAY","DAY"],"ids":["ID"]}'`)
  // A refusal fails the command; it is no file that looks like what was asked for.
  expect(text).toContain('curl --fail-with-body -OJ -X POST')
  expect(oneOfNames(schema)).toEqual(['ids', 'parcelIds'])
})

test('what customers call comes first, the process itself last', () => {
  const get = { get: document.paths['/boot/erp/consignee/add']!.post! }
  const tagged = (tag: string) => ({ [`/boot/${tag}/list`]: { get: { ...get.get, tags: [tag] } } })
  const tags = ['actuator/httptrace', 'sys/user', 'erp/bill', 'erp/label', 'erp/shipment']
  const calls = callsOf({ ...document, paths: Object.assign({}, ...tags.map(tagged)) as never })
  expect(calls.map(({ operation }) => operation.tags[0])).toEqual(tags.toReversed())
})
