import type { ListQuery } from '#contracts/kit/page.ts'
import type { Resource } from '#contracts/kit/resource.ts'
import type { Ctx } from './ctx.ts'
import { FileReply } from './http-side.ts'
import type { ListHook } from './resource-rows.ts'
import type { WriteHooks } from './resource-write.ts'

export function exportRows(_ctx: Ctx, of: Resource, _query: ListQuery, _hook: ListHook | undefined): Promise<FileReply> {
  return Promise.resolve(new FileReply(`${of.name}.csv`, 'text/csv', Buffer.alloc(0)))
}
export function importRows(_ctx: Ctx, _of: Resource, _hooks: WriteHooks): Promise<{ totalCount: number; successCount: number; errorCount: number; errors: [] }> {
  return Promise.resolve({ totalCount: 0, successCount: 0, errorCount: 0, errors: [] })
}
