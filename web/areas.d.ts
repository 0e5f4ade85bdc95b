/** What tools/area-files.ts lists: by area its names, and how its list is fetched. */
declare module 'virtual:areas' {
  /** Names of features, texts and definitions, with blanks between. */
  export const names: Record<string, string>
  export const areas: Record<
    string,
    () => Promise<{
      /** By menu component, `feature/Name`. */
      screens: Record<string, () => Promise<unknown>>
      /** By language and namespace, `zh_CN/shipments`. */
      texts: Record<string, () => Promise<Record<string, string>>>
      /** By name of the entity's file. */
      contracts: Record<string, () => Promise<Record<string, unknown>>>
    }>
  >
}
