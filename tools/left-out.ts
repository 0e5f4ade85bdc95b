import { readFile } from 'node:fs/promises'
import { Visitor, type ESTree, type Plugin } from 'vite'

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

/**
 * antd's styles come as a finished file (zeroRuntime in web/shell/settings/theme.ts), so the
 * functions that would make them at run time are never called: a fifth of every component, and the
 * writer of style sheets they would be written with.
 */
const STYLE_FILES = /[\\/]antd[\\/]es[\\/].*[\\/]style(?:[\\/][\w-]+)?\.js$/
const MADE_STYLES = /^gen(StyleHooks|ComponentStyleHook|SubStyleComponent)$/
const STYLE_UTILS = /[\\/]cssinjs-utils[\\/]es[\\/]util[\\/]genStyleUtils\.js$/
/** The one style made at run time all the same; it is in the finished file, too. */
const ICON_STYLES = /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]useResetIconStyle\.js$/

/** The file without the functions that make its styles. */
function withoutStyles(code: string, program: ESTree.Program): string {
  const cuts: { start: number; end: number }[] = []
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && MADE_STYLES.test(callee.name) && given[1])
        cuts.push(given[1])
    },
  }).visit(program)
  return replaced(code, cuts, 'null')
}

/** The hook of a component's styles, which then only answers the name they are known by. */
function withoutWriter(code: string, program: ESTree.Program): string | null {
  const cuts: { start: number; end: number }[] = []
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (id?.name === 'genComponentStyleHook' && body) cuts.push(body)
    },
  }).visit(program)
  return cuts.length === 1
    ? replaced(code, cuts, '{ return function () { return useToken().hashId } }')
    : null
}
const replaced = (code: string, cuts: { start: number; end: number }[], by: string): string =>
  cuts.reduceRight((text, { start, end }) => text.slice(0, start) + by + text.slice(end), code)

/** Leaves out of the browser's files what libraries bring along and the product does not use. */
export function leftOut(): Plugin {
  return {
    name: 'left-out',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      if (SHARED_TOOLTIP.test(id)) return 'export default ({ children }) => children'
      if (ICON_STYLES.test(id)) return 'export default () => undefined'
      if (STYLE_FILES.test(id)) {
        const styles = await readFile(id, 'utf8')
        return withoutStyles(styles, this.parse(styles))
      }
      if (STYLE_UTILS.test(id)) {
        const utils = await readFile(id, 'utf8')
        const without = withoutWriter(utils, this.parse(utils))
        return without ?? this.error(`tools/left-out.ts does not find the style hook in ${id}`)
      }
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
