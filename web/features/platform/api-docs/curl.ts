import {
  bodyOf,
  isFile,
  oneOfNames,
  parametersOf,
  resolve,
  type ApiCall,
  type ApiDocument,
  type Schema,
} from './api-document.ts'

/**
 * A command line that makes the call; what must be filled in stands in capitals. The token is never
 * written out.
 */
export function curlOf(
  document: ApiDocument,
  { method, path, operation }: ApiCall,
  origin: string,
  lang: string,
): string {
  const parameters = parametersOf(document, operation)
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${String(sample(document, one.schema ?? {}, one.name ?? ''))}`)
  const url =
    origin +
    path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase()) +
    (query.length > 0 ? `?${query.join('&')}` : '')
  const body = bodyOf(operation)
  const byKey = operation.security?.every((one) => 'key' in one) && operation.security.length > 0
  const keyed = parameters.some((one) => one.name === 'Idempotency-Key')
  return [
    `curl${isFile(operation) ? ' --fail-with-body -OJ' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(operation['x-access'] === 'public'
      ? []
      : [byKey ? '-H "X-Api-Key: $KEY"' : '-H "X-Access-Token: $TOKEN"']),
    `-H ${quoted(`client_lang: ${lang}`)}`,
    ...(keyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === null
      ? []
      : body.type === 'multipart/form-data'
        ? ["-F 'file=@FILE'"]
        : [
            `-H 'Content-Type: application/json'`,
            `-d ${quoted(JSON.stringify(body.example ?? sample(document, body.schema, '')))}`,
          ]),
  ].join(' \\\n  ')
}

/** For a POSIX shell: nothing inside is its own. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A value of the right kind; of an object what it must have. */
function sample(document: ApiDocument, schema: Schema, name: string, depth = 0): unknown {
  if (depth > 6) return null
  if (schema.$ref)
    return sample(
      document,
      (resolve(document, schema.$ref) as Schema | undefined) ?? {},
      name,
      depth + 1,
    )
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const branch = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null')
  if (branch && !schema.properties) return sample(document, branch, name, depth + 1)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties)
    return Object.fromEntries(
      [...(schema.required ?? []), ...(oneOfNames(schema)?.slice(0, 1) ?? [])].map((key) => [
        key,
        sample(document, schema.properties?.[key] ?? {}, key, depth + 1),
      ]),
    )
  if (type === 'array')
    return Array.from({ length: schema.minItems || 1 }, () =>
      sample(document, schema.items ?? {}, name.replace(/s$/, ''), depth + 1),
    )
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  return type === 'boolean' ? true : type === 'null' ? null : (name || 'value').toUpperCase()
}
