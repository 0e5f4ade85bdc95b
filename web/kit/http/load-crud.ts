import type { Crud } from '#contracts/kit/crud.ts'
import { areaFile } from '../text/area-files.ts'
import { isObject } from '../text/storage.ts'

const isNamedCrud = (value: unknown): value is Crud =>
  isObject(value) && value.kind === 'crud' && typeof value.name === 'string'

/**
 * The entity of a name, with its calls, read only when its screen or a picker of it is on the page;
 * null when there is none.
 */
export async function loadCrud(name: string): Promise<Crud | null> {
  const file = await (await areaFile('contracts', name, name))?.()
  const found = file && Object.values(file).filter(isNamedCrud)
  return found?.find((one) => one.name === name) ?? null
}
