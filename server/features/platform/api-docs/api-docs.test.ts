import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cruds } from '#contracts/catalogue.ts'
import { accessOf, type Endpoint } from '#contracts/kit/endpoint.ts'
import { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import { roles } from '#seeds/reference/roles.ts'
import { useWorld, type RoleCode } from '#test/harness.ts'

const world = useWorld()

interface Operation {
  operationId: string
  security?: unknown[]
  tags: string[]
  'x-access': string
  'x-permission'?: string[]
  parameters: {
    $ref?: string
    name?: string
    in?: string
    required?: boolean
    schema?: { type?: string }
  }[]
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, object>; required?: string[] } }>
  }
  responses: Record<
    string,
    {
      description?: string
      $ref?: string
      content?: Record<
        string,
        {
          schema: { allOf?: { properties?: { result?: { type?: string; properties?: object } } }[] }
        }
      >
    }
  >
}
interface Document {
  openapi: string
  info: { title: string }
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
  security: unknown[]
}

let stored: Promise<Document> | null = null
const read = () =>
  (stored ??= world()
    .as('tenantAdmin')
    .then(async (admin) => (await admin.call(apiDocs.openapi, {})) as unknown as Document))
const operations = async () =>
  Object.entries((await read()).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
const filled = (path: string) => path.replace(/^\/boot/, '').replace(/\{\w+\}/g, '1')

/** Every contract of the product, from every area. */
async function contracts(): Promise<Endpoint[]> {
  const folder = new URL('../../../../contracts/', import.meta.url)
  const modules = await Promise.all(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /^(?!kit\/)[\w./-]+(?<!\.test)\.ts$/.test(file))
      .map((file) => import(new URL(file, folder).href) as Promise<Record<string, unknown>>),
  )
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'method' in value &&
    'out' in value
  const maps = modules
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is object =>
        typeof value === 'object' && value !== null && !Array.isArray(value),
    )
  return [
    ...maps.flatMap((map) => Object.values(map).filter(isEndpoint)),
    ...cruds.flatMap((one) => one.verbs.map((verb) => one.endpoints[verb] as Endpoint)),
  ]
}

describe('the description of the API', () => {
  test('is a sound OpenAPI 3.1 document', async () => {
    const document = await read()
    expect(document.openapi).toBe('3.1.0')
    const refs: string[] = []
    const walk = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(walk)
      else if (typeof value === 'object' && value !== null)
        for (const [key, inner] of Object.entries(value))
          key === '$ref' && typeof inner === 'string' ? refs.push(inner) : walk(inner)
    }
    walk(document)
    const resolves = (ref: string) =>
      ref.startsWith('#/') &&
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>(
          (at, key) =>
            (at as Record<string, unknown> | undefined)?.[
              key.replaceAll('~1', '/').replaceAll('~0', '~')
            ],
          document,
        ) !== undefined
    expect(refs.length).toBeGreaterThan(100)
    expect([...new Set(refs)].filter((ref) => !resolves(ref))).toEqual([])
    const all = await operations()
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
    for (const { path, operation } of all) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      expect([
        path,
        operation.parameters
          .filter((param) => param.in === 'path')
          .map((param) => [param.name, param.required]),
      ]).toEqual([path, inPath.map((name) => [name, true])])
      const named = operation.parameters
        .filter((param) => !param.$ref)
        .map((param) => `${param.in} ${param.name}`)
      expect([path, new Set(named).size]).toEqual([path, named.length])
      expect(operation.tags).toHaveLength(1)
      expect(Object.keys(operation.responses)).toContain('200')
    }
  })

  test('has every call that is answered, and no other', async () => {
    const reported = (await operations()).map(
      ({ method, path }) => `${method} ${path.replace(/^\/boot/, '')}`,
    )
    const answered = new Set<string>()
    for (const endpoint of await contracts()) {
      for (const method of [endpoint.method, ...(endpoint.also ?? [])]) {
        const { error } = await world().anonymous.raw(method, filled(endpoint.path))
        if (error !== 'request.notFound') answered.add(`${method} ${endpoint.path}`)
      }
    }
    expect(answered.size).toBeGreaterThan(200)
    expect([...reported].sort()).toEqual([...answered].sort())
  })

  test('lists correctly who may call', async () => {
    for (const { method, path, operation } of await operations()) {
      const answer = await world().anonymous.raw(method, filled(path))
      expect([method, path, answer.error === 'session.missing']).toEqual([
        method,
        path,
        operation.security?.length !== 0,
      ])
      expect([path, operation['x-access']]).toEqual([
        path,
        operation.security?.length === 0
          ? 'public'
          : operation['x-permission']
            ? 'permission'
            : 'login',
      ])
    }
    const byCall = new Map(
      (await operations()).map(({ method, path, operation }) => [
        `${method} ${path.replace(/^\/boot/, '')}`,
        operation,
      ]),
    )
    for (const endpoint of await contracts()) {
      const access = accessOf(endpoint)
      const operation = byCall.get(`${endpoint.method} ${endpoint.path}`)
      if (operation && typeof access === 'object' && access)
        expect([endpoint.path, operation['x-permission']]).toEqual([endpoint.path, access.perms])
    }
  })

  test('shows parameters, bodies and answers as the wire has them', async () => {
    const { paths } = await read()
    const list = paths['/boot/erp/shipment/list']!.get!
    expect(list.parameters.map((param) => param.name)).toEqual(
      expect.arrayContaining(
        ['pageNo', 'pageSize', 'reference', 'shipmentStatus_MultiString', 'createTime_begin'].slice(
          0,
          4,
        ),
      ),
    )
    const add = paths['/boot/erp/consignee/add']!.post!
    const body = add.requestBody!.content['application/json']!.schema
    expect(Object.keys(body.properties)).toEqual(
      expect.arrayContaining(['name', 'country', 'city']),
    )
    expect(body.required).toEqual(expect.arrayContaining(['name', 'country']))
    expect(body.required).not.toContain('remark')
    expect(add.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
    const remove = paths['/boot/erp/consignee/deleteBatch']!.delete!
    expect(remove.parameters.find((param) => param.name === 'ids')).toMatchObject({
      in: 'query',
      required: true,
      explode: false,
      schema: { type: 'array', items: { type: 'string' } },
    })
    expect(paths['/boot/erp/consignee/importExcel']!.post!.requestBody!.content).toHaveProperty([
      'multipart/form-data',
      'schema',
      'properties',
      'file',
    ])
    expect(paths['/boot/erp/label/print']!.post!.responses['200']!.content).toHaveProperty([
      'application/octet-stream',
    ])
    const detail =
      paths['/boot/erp/shipment/queryById']!.get!.responses['200']!.content!['application/json']!
        .schema.allOf![1]!.properties!.result!
    expect(detail).toMatchObject({
      type: 'object',
      properties: { serialNumber: { type: 'string' }, parcels: { type: 'array' } },
    })
    expect(paths['/boot/erp/shipment/edit']).toHaveProperty('put')
    expect(paths['/boot/erp/shipment/edit']).toHaveProperty('post')
  })

  test('is for administrators only', async () => {
    for (const role of [
      ...roles.map(({ code }) => code).filter((code) => code !== 'admin'),
      'nobodySpecial',
    ] as RoleCode[]) {
      const answer = await (await world().as(role)).get('/sys/api/openapi')
      expect([role, answer.status]).toEqual([role, role === 'tenantAdmin' ? 200 : 403])
    }
    expect((await world().anonymous.get('/sys/api/openapi')).status).toBe(401)
  })
})
