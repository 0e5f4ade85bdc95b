import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contracts/kit/endpoint.ts'

export interface Route {
  method: string
  url: string
  endpoint: Endpoint | null
}

/**
 * Every route of every application made from now on, as the server itself registers it: none can be
 * forgotten.
 */
export function watchRoutes(): { routes: Route[]; stop(): void } {
  const routes: Route[] = []
  const made = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => {
      for (const method of [route.method].flat())
        routes.push({ method, url: route.url, endpoint: route.config?.endpoint ?? null })
    })
  }
  subscribe('fastify.initialization', made)
  return { routes, stop: () => void unsubscribe('fastify.initialization', made) }
}

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  format?: string
  minItems?: number
}

/** An input a contract would take, with the given values wherever a field has that name. */
export function inputFor(
  endpoint: Endpoint,
  known: Record<string, unknown>,
): Record<string, unknown> {
  return filled(
    z.toJSONSchema(endpoint.in, { io: 'input', unrepresentable: 'any' }) as Schema,
    '',
    known,
  ) as Record<string, unknown>
}

function filled(schema: Schema, name: string, known: Record<string, unknown>): unknown {
  if (Object.hasOwn(known, name)) return known[name]
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([key]) => requested(key, schema, known))
        .map(([key, part]) => [key, filled(part, key, known)]),
    )
  if (schema.anyOf) return filled(schema.anyOf[0]!, name, known)
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'array':
      return [filled(schema.items ?? {}, '', known)]
    case 'object':
      return {}
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return schema.format === 'date-time' ? '2026-03-01T10:00:00Z' : '1'
    default:
      return '1'
  }
}

/**
 * Filters of a list stay out, but for the rows ticked: a filter that finds nothing proves nothing.
 */
function requested(key: string, schema: Schema, known: Record<string, unknown>): boolean {
  if ('pageNo' in (schema.properties ?? {})) return ['selections', 'pageSize'].includes(key)
  return Object.hasOwn(known, key) || schema.required?.includes(key) === true
}
