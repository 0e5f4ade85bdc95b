import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * antd's ConfigProvider carries the shared tooltip layer, and with it the whole pop-up engine, for
 * the one option `tooltip.unique`, which the product does not set.
 */
const SHARED_TOOLTIP = /[\\/]antd[\\/]es[\\/]tooltip[\\/]UniqueProvider[\\/]index\.js$/

/**
 * Every zod schema can describe itself as JSON schema: a fifth of the library, which only the
 * server asks for.
 */
const ZOD_SCHEMAS = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const JSON_SCHEMA = [
  [/^import \* as processors from .*$/m, 'const processors = {}'],
  [
    /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*$/m,
    [
      'const notHere = () => () => { throw new Error("no JSON schema in the browser") }',
      'const [createStandardJSONSchemaMethod, createToJSONSchemaMethod] = [notHere, notHere]',
    ].join('\n'),
  ],
] as const

/** Leaves out of the browser's files what libraries bring along and the product does not use. */
export function leftOut(): Plugin {
  return {
    name: 'left-out',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      if (SHARED_TOOLTIP.test(id)) return 'export default ({ children }) => children'
      if (!ZOD_SCHEMAS.test(id)) return null
      let code = await readFile(id, 'utf8')
      for (const [line, instead] of JSON_SCHEMA) {
        // A new version that is written otherwise must not quietly bring it all back.
        if (!line.test(code)) this.error(`tools/left-out.ts does not find ${line.source} in ${id}`)
        code = code.replace(line, instead)
      }
      return code
    },
  }
}
