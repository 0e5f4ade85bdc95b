import type { Crud } from '#contracts/kit/crud.ts'
import { isObject } from '../text/storage.ts'

// A definition is read only when its screen or a picker of it is on the page.
const files = import.meta.glob<Record<string, unknown>>([
  '../../../contracts/*/*.ts',
  '!../../../contracts/*/*.test.ts',
  '!../../../contracts/kit/*.ts',
])
const byName = new Map(
  Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -3), load]),
)
const loadCatalogue = () => import('#contracts/catalogue.ts')

const isNamedCrud = (value: unknown): value is Crud =>
  isObject(value) && value.kind === 'crud' && typeof value.name === 'string'

/**
 * The entity of a name, with its calls: from the contract file of that name, else from the
 * catalogue; null when there is none.
 */
export async function loadCrud(name: string): Promise<Crud | null> {
  const file = await byName.get(name)?.()
  const own =
    file &&
    Object.values(file)
      .filter(isNamedCrud)
      .find((found) => found.name === name)
  if (own) return own
  const { cruds } = await loadCatalogue()
  return cruds.find((known) => known.name === name) ?? null
}
