import { sql } from 'kysely'
import type { apiDocs } from '#contracts/platform/operations/api-docs.ts'
import type { In } from '#contracts/kit/endpoint.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { wordsOf } from '#server/kit/resource/operation-texts.ts'

type Json = Record<string, unknown>
interface Operation extends Json {
  'x-permission'?: readonly string[]
  /** Open to every key: its own description, the words of a dictionary. */
  'x-keys'?: true
  'x-only'?: 'staff' | 'platform'
}

export interface ApiExample {
  body: unknown
  /** Where the ids in it come from. */
  note: string
}
/** By the path of a call: a body for what the permissions open, which works as it is written. */
export type Examples = Readonly<
  Record<string, (ctx: Ctx, perms: ReadonlySet<string>) => Promise<ApiExample>>
>

/** The description cut to what a key opens: calls in words, and the shapes they name. */
export async function describeKey(
  ctx: Ctx,
  { document, examples }: { document: Json; examples: Examples },
  { keyId }: In<typeof apiDocs.ofKey>,
): Promise<Json> {
  const scopes = await scopesOf(ctx, keyId ?? null)
  const opens = (operation: Operation) =>
    operation['x-keys'] === true ||
    ((operation['x-permission'] ?? []).some((code) => scopes.has(code)) && reaches(ctx, operation))
  const paths: Json = {}
  for (const [path, methods] of Object.entries(document.paths as Record<string, Json>)) {
    const called = Object.entries(methods).filter(([, one]) => opens(one as Operation))
    if (called.length === 0) continue
    const example = await examples[path.slice(path.indexOf('/', 1))]?.(ctx, scopes)
    const open = called.map(([method, operation]) => {
      const one = operation as Operation
      const words = inWords(ctx, path, one)
      const description = example ? `${words}\n${example.note}` : words
      const named = { ...one, description, security: [{ key: [] }] }
      return [method, example ? withExample(named, example) : named] as const
    })
    paths[path] = Object.fromEntries(open)
  }
  const { schemas, securitySchemes, ...rest } = document.components as Record<string, Json>
  return {
    ...document,
    paths,
    components: {
      ...rest,
      securitySchemes: { key: securitySchemes!.key },
      schemas: namedIn([paths, rest], schemas!),
    },
    security: [{ key: [] }],
  }
}

function withExample(operation: Operation, { body }: ApiExample): Operation {
  const asked = operation.requestBody as { content: Record<string, Json> } | undefined
  if (!asked) return operation
  const content = Object.entries(asked.content).map(([type, one]) => [
    type,
    { ...one, example: body },
  ])
  return { ...operation, requestBody: { ...asked, content: Object.fromEntries(content) } }
}

/** Of the caller's key that is named; without one what the caller itself may do. */
async function scopesOf(ctx: Ctx, keyId: string | null): Promise<ReadonlySet<string>> {
  const { perms, userId } = ctx.principal
  if (keyId === null) return perms
  const found = await sql<{ scopes: string[] }>`select k.scopes from ${ctx.rows('apiKey').as('k')}
    where k.user_id = ${userId} and k.id = ${keyId}`.execute(ctx.db)
  const scopes = found.rows[0]?.scopes ?? failMissing()
  return new Set(scopes.filter((code) => perms.has(code)))
}

function reaches({ principal }: Ctx, { 'x-only': only }: Operation): boolean {
  if (only === undefined) return true
  if (principal.customerId !== null) return false
  return only === 'staff' || principal.dataScope === 'platform'
}

function inWords(ctx: Ctx, path: string, { summary }: Operation): string {
  const words = wordsOf(ctx, path.slice(path.indexOf('/', 1)))
  return words.startsWith('/') ? String(summary ?? '') : words
}

/** The shapes that are named, and those they name. */
function namedIn(from: unknown, schemas: Json): Json {
  const found = new Map<string, unknown>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const name = key === '$ref' ? /^#\/components\/schemas\/(.+)$/.exec(String(inner))?.[1] : null
      if (name && name in schemas && !found.has(name)) {
        found.set(name, schemas[name])
        look(schemas[name])
      } else look(inner)
    }
  }
  look(from)
  return Object.fromEntries(found)
}
