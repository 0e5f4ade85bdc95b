import type { Resource } from '#contracts/kit/resource.ts'
import { isObject } from '../platform/storage.ts'

// A resource's definition is read only when its screen or a picker of it is on the page.
const files = import.meta.glob<Record<string, unknown>>([
  '../../../contracts/*/*.ts',
  '!../../../contracts/*/*.test.ts',
  '!../../../contracts/kit/*.ts',
])
const byName = new Map(
  Object.entries(files).map(([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -3), load]),
)
const loadCatalogue = () => import('#contracts/catalogue.ts')

const isResource = (value: unknown): value is Resource =>
  isObject(value) && value.kind === 'resource' && typeof value.name === 'string'

/** The resource of a name: from the contract file of that name, else from the catalogue; null when there is none. */
export async function loadResource(name: string): Promise<Resource | null> {
  const file = await byName.get(name)?.()
  const own =
    file &&
    Object.values(file)
      .filter(isResource)
      .find((found) => found.name === name)
  if (own) return own
  const { resources } = await loadCatalogue()
  return resources.find((known) => known.name === name) ?? null
}
