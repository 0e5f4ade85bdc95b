export type Texts = Record<string, string>
export type LoadTexts = () => Promise<Texts>

/**
 * By language and namespace: `zh_CN/shipments`. A namespace is the file's name, whatever area it
 * lies in.
 */
export const byNamespace = (files: Record<string, LoadTexts>): ReadonlyMap<string, LoadTexts> =>
  new Map(
    Object.entries(files).map(([path, load]) => {
      const [lang, , file = ''] = path.split('/').slice(-3)
      return [`${lang}/${file.replace('.json', '')}`, load]
    }),
  )
