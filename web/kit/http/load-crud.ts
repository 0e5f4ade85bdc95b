import type { Crud } from '#contracts/kit/crud.ts'
import { areaFile } from '../text/area-files.ts'
import { isObject } from '../text/storage.ts'

const loadCatalogue = () => import('#contracts/catalogue.ts')

const isNamedCrud = (value: unknown): value is Crud =>
  isObject(value) && value.kind === 'crud' && typeof value.name === 'string'

/**
 * The entity of a name, with its calls: from the contract file of that name, else from the
 * catalogue; null when there is none.
 */
export async function loadCrud(name: string): Promise<Crud | null> {
  // A definition is read only when its screen or a picker of it is on the page.
  const load = await areaFile('contracts', name, name)
  const file = await load?.()
  const own =
    file &&
    Object.values(file)
      .filter(isNamedCrud)
      .find((found) => found.name === name)
  if (own) return own
  const { cruds } = await loadCatalogue()
  return cruds.find((known) => known.name === name) ?? null
}
