import { areas, names } from 'virtual:areas'

type AreaList = Awaited<ReturnType<(typeof areas)[string]>>

const areasOf = new Map<string, string[]>()
for (const [area, list] of Object.entries(names))
  for (const name of list.split(' ')) areasOf.set(name, [...(areasOf.get(name) ?? []), area])

/**
 * How a file of one kind is loaded: from the lists of the areas that know `name`, the feature, the
 * namespace or the entity. Undefined where none has `key`.
 */
export async function areaFile<K extends keyof AreaList>(
  kind: K,
  name: string,
  key: string,
): Promise<AreaList[K][string] | undefined> {
  const lists = await Promise.all((areasOf.get(name) ?? []).map((area) => areas[area]!()))
  const list: AreaList[K] | undefined = lists.find((one) => Object.hasOwn(one[kind], key))?.[kind]
  return list?.[key] as AreaList[K][string] | undefined
}
