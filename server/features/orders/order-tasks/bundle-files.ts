import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import type { In } from '#contracts/kit/endpoint.ts'
import type { orderTasks } from '#contracts/orders/order-tasks.ts'
import type { Ctx } from '#server/kit/access/ctx.ts'
import { failMissing } from '#server/kit/http/errors.ts'
import { FileReply } from '#server/kit/http/http-side.ts'
import { bytesOf, filesOf, type StoredFile } from '#server/kit/files/stored-files.ts'
import { readTask } from './read-task.ts'
import { TASK_FILES } from './task-files.ts'

/** All files of a task of the caller's in one, each read only when it is its turn. */
export async function bundleFiles(
  ctx: Ctx,
  { id }: In<typeof orderTasks.bundleFiles>,
): Promise<FileReply> {
  const { action } = await readTask(ctx, { id })
  const files = await filesOf(ctx, TASK_FILES, [id])
  if (files.length === 0) failMissing()
  return new FileReply(`${action}-${id}.zip`, 'application/zip', Readable.from(zipped(ctx, files)))
}

/** Labels are compressed as they are: the files are put one behind another. */
async function* zipped(ctx: Ctx, files: readonly StoredFile[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const names = new Set<string>()
  for (const file of files) {
    const entry = new ZipPassThrough(nameIn(names, file.name))
    zip.add(entry)
    entry.push(await bytesOf(ctx, file), true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}

/** Files of one name get a number, or one would take the place of the other. */
function nameIn(taken: Set<string>, name: string): string {
  const end = name.lastIndexOf('.')
  const [start, ending] = end > 0 ? [name.slice(0, end), name.slice(end)] : [name, '']
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${start} (${number})${ending}`
  taken.add(free)
  return free
}
