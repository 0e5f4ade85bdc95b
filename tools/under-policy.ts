import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

type Change = readonly [there: RegExp, instead: string]

/**
 * antd's style elements (the theme's variables, the lock of the page's scrolling): not every caller
 * hands on the nonce of ConfigProvider, and `innerHTML` takes no plain text under trusted types.
 * The nonce is the page's own, and the text is text.
 */
const STYLE_ELEMENTS: readonly Change[] = [
  [
    /if \(csp\?\.nonce\) \{\s*styleNode\.nonce = csp\??\.nonce;\s*\}\s*styleNode\.innerHTML = css;/,
    'styleNode.nonce = csp?.nonce ?? document.querySelector(\'meta[property="csp-nonce"]\')?.nonce ?? "";\n  styleNode.textContent = css;',
  ],
  [
    /if \(existNode\.innerHTML !== css\) \{\s*existNode\.innerHTML = css;/,
    'if (existNode.textContent !== css) {\n      existNode.textContent = css;',
  ],
]

const CHANGES: readonly (readonly [file: RegExp, changes: readonly Change[]])[] = [
  [/[\\/]@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/, STYLE_ELEMENTS],
  [/[\\/]@ant-design[\\/]icons[\\/]es[\\/]cssUtils\.js$/, STYLE_ELEMENTS],
  // A textarea that grows measures in a hidden one; styles set by script are allowed, as text not.
  [
    /[\\/]@rc-component[\\/]input[\\/]es[\\/]calculateNodeHeight\.js$/,
    [[/hiddenTextarea\.setAttribute\('style', (`[^`]+`)\)/, 'hiddenTextarea.style.cssText = $1']],
  ],
  // zod tries whether it may make functions from text. It may not, and each try is a refusal.
  [
    /[\\/]zod[\\/]v4[\\/]core[\\/]util\.js$/,
    [[/const F = Function;\s*new F\(""\);\s*return true;/, 'return false;']],
  ],
]

/** Changes in libraries what the pages' content security policy refuses in the browser. */
export function underPolicy(): Plugin {
  return {
    name: 'under-policy',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      const changes = CHANGES.find(([file]) => file.test(id))?.[1]
      if (!changes) return null
      let code = await readFile(id, 'utf8')
      for (const [there, instead] of changes) {
        // A new version that is written otherwise must not quietly be refused again.
        if (!there.test(code))
          this.error(`tools/under-policy.ts does not find ${there.source} in ${id}`)
        code = code.replace(there, instead)
      }
      return code
    },
  }
}
