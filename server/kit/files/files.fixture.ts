import pino from 'pino'
import type { World } from '#test/harness.ts'
import { makeCtx, systemPrincipal, type Ctx } from '../access/ctx.ts'
import type { ContentStore } from './contents.ts'

/** The system inside the world's tenant. */
export const insideOf = (world: World): Ctx =>
  makeCtx({
    deps: world.deps,
    requestId: 'test',
    lang: 'en_US',
    log: pino({ level: 'silent' }),
    http: null,
    executor: world.db.kysely,
    principal: systemPrincipal(world.tenantId),
  })

/** A store in memory whose steps can be made to fail. */
export function memoryStore(): ContentStore & {
  contents: Map<string, { bytes: Buffer; at: Date }>
  before: { write?: () => unknown; remove?: () => unknown }
} {
  const contents = new Map<string, { bytes: Buffer; at: Date }>()
  const before: { write?: () => unknown; remove?: () => unknown } = {}
  const nameOf = ({ tenantId, hash }: { tenantId: string; hash: string }) => `${tenantId}/${hash}`
  return {
    contents,
    before,
    has: async (key) => contents.has(nameOf(key)),
    write: async (key, bytes) => {
      await before.write?.()
      contents.set(nameOf(key), { bytes, at: new Date() })
    },
    read: async (key) => contents.get(nameOf(key))?.bytes ?? null,
    remove: async (key) => {
      await before.remove?.()
      contents.delete(nameOf(key))
    },
    list: async function* (tenantId) {
      for (const [name, { at }] of contents)
        if (name.startsWith(`${tenantId}/`)) yield { hash: name.split('/')[1]!, at }
    },
  }
}
