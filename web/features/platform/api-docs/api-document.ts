/**
 * What the page reads of the OpenAPI document; the server's own description, checked by its tests.
 */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  default?: unknown
  description?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  contentMediaType?: string
}
export interface Parameter {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  schema?: Schema
  description?: string
}
type Content = Record<string, { schema: Schema; example?: unknown }>
type Body = Content[string] & { type: string }
export interface Operation {
  operationId: string
  tags: string[]
  summary?: string
  description?: string
  security?: readonly Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>
  'x-access': string
  'x-permission'?: string[]
}
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, Schema>; parameters?: Record<string, Parameter> }
}
export interface ApiCall {
  method: string
  path: string
  operation: Operation
}

/** What programs of customers call: orders, labels, tracking, stock. */
const FIRST = [
  'erp/shipment',
  'erp/shipmentImport',
  'erp/label',
  'erp/labelRequest',
  'erp/tracking',
  'erp/trackResult',
  'erp/deliveryNumber',
  'erp/stock',
  'rwms/predictedReturn',
  'rwms/returnTrack',
]
const BUSINESS = ['erp', 'rwms']
/** About the server's own process. */
const TECHNICAL = ['actuator', 'monitor']
function rankOf(tag: string): number {
  const [area = ''] = tag.split('/')
  if (FIRST.includes(tag)) return FIRST.indexOf(tag) - FIRST.length
  return BUSINESS.includes(area) ? 0 : TECHNICAL.includes(area) ? 2 : 1
}

export function callsOf(document: ApiDocument): ApiCall[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .sort(
      (a, b) =>
        rankOf(tagOf(a)) - rankOf(tagOf(b)) ||
        tagOf(a).localeCompare(tagOf(b)) ||
        a.path.localeCompare(b.path) ||
        a.method.localeCompare(b.method),
    )
}
export const tagOf = (call: ApiCall): string => call.operation.tags[0] ?? ''

/** The calls whose method, path, name or permission holds every word of the query. */
export function search(calls: readonly ApiCall[], query: string): ApiCall[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ method, path, operation }) => {
    const text = [
      method,
      path,
      operation.summary,
      operation['x-access'],
      ...(operation['x-permission'] ?? []),
    ]
      .join(' ')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** What `#/components/…` stands for; undefined for anything else. */
export function resolve(document: ApiDocument, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null
          ? Object.entries(at).find(([name]) => name === key)?.[1]
          : undefined,
      document,
    )
}

export function parametersOf(document: ApiDocument, operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((parameter) =>
    parameter.$ref
      ? ((resolve(document, parameter.$ref) as Parameter | undefined) ?? parameter)
      : parameter,
  )
}

export const bodyOf = (operation: Operation): Body | null => first(operation.requestBody?.content)
/** The answer's `result`, out of the envelope; null where the answer is a file. */
export function resultOf(operation: Operation): Schema | null {
  const schema = operation.responses['200']?.content?.['application/json']?.schema
  if (isFile(operation)) return null
  return (
    schema?.allOf?.map((part) => part.properties?.result).find((part) => part !== undefined) ??
    schema ??
    null
  )
}
/** The fields of which exactly one is sent; null where a shape has none such. */
export function oneOfNames({ properties, anyOf }: Schema): string[] | null {
  const names = properties ? (anyOf ?? []).flatMap(({ required }) => required ?? []) : []
  return names.length > 0 ? names : null
}
export const isFile = (operation: Operation): boolean =>
  Object.keys(operation.responses['200']?.content ?? {}).some(
    (type) => type === 'application/octet-stream',
  )

function first(content: Content | undefined): Body | null {
  const entry = Object.entries(content ?? {})[0]
  return entry ? { type: entry[0], ...entry[1] } : null
}
