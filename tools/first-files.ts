import { screenOf } from '#contracts/kit/shell-screens.ts'
import { areaModules } from './area-files.ts'
import { entries } from '#seeds/reference/menu/menu.ts'
import type { Plugin, Rolldown } from 'vite'

/** A page's files that no page can be drawn without. */
const SHELL = /[\\/]web[\\/]shell[\\/]shell\.tsx$/
const PLAIN_LIST = /[\\/]web[\\/]kit[\\/]resource[\\/]resource-screen\.tsx$/
/** What is drawn with nearly all it has: half of it is called before the page can be used. */
const CALLED = /^(react|start|contracts|desk|list|orders|order-list|home)$/
/** Chromium compiles such a file while it comes, on another thread, not call by call. */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n'

/**
 * Writes `.vite/first-files.json`: by path of the menu the files its page begins with, which the
 * server names in the document (server/kit/http/web-pages.ts). Otherwise the browser learns of each
 * step's files from those of the step before. Marks the files that are compiled whole.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    // Last: what is put in front of the mark would void it.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const shell = chunks.find((chunk) => chunk.moduleIds.some((id) => SHELL.test(id)))
        // The public pages are a bundle of their own, small enough as it is.
        if (!shell) return
        const byPath: Record<string, string[]> = {}
        for (const { path, component } of entries()) {
          const [feature = '', name = ''] = screenOf(component).split('/')
          const file =
            feature === 'resource'
              ? PLAIN_LIST
              : new RegExp(
                  `[\\\\/]features[\\\\/][\\w-]+[\\\\/]${feature}[\\\\/]${name}\\.screen\\.tsx$`,
                )
          const screen = chunks.find((chunk) => chunk.moduleIds.some((id) => file.test(id)))
          if (!screen) continue
          const own = areaModules(feature === 'resource' ? name : feature)
          const lists = chunks.filter((chunk) => chunk.moduleIds.some((id) => own.includes(id)))
          byPath[path] = [...allOf([shell, screen, ...lists], bundle)]
        }
        this.emitFile({
          type: 'asset',
          fileName: '.vite/first-files.json',
          source: JSON.stringify(byPath),
        })
        for (const chunk of chunks)
          if (CALLED.test(chunk.name)) chunk.code = COMPILE_ALL + chunk.code
      },
    },
  }
}

/** These chunks, what they import and their style sheets, by name. */
function allOf(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
  found = new Set<string>(),
): Set<string> {
  for (const chunk of chunks) {
    if (found.has(chunk.fileName)) continue
    found.add(chunk.fileName)
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
    allOf(
      chunk.imports.map((name) => bundle[name]).filter((one) => one?.type === 'chunk'),
      bundle,
      found,
    )
  }
  return found
}
