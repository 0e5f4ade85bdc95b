// Words of comments and test titles, and the width of lines the formatter leaves alone
// (docs/glossary.md, "How texts sound").

/** Texts of paragraphs and lists of words, one a line, as they are sent, written or looked up. */
const paragraphs = new Set([
  'server/features/parties/addresses/tables/china-cities.ts',
  'contracts/platform/session/passwords.ts',
  'server/features/parties/addresses/tables/china.ts',
  'server/features/parties/addresses/tables/words.ts',
  'server/kit/http/description/api-description.ts',
  'tools/conformance.ts',
])

const words =
  /\b(somebody|someone|whoever|nobody|no one|besides?|told|tells?|telling|said|says?|saying|anew|thereof|beneath|everybody|anybody|oneself|one['’]s)\b/i
const tokens =
  /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const beforeTitle = /(?:\b(?:test|it|describe)(?:\.\w+)*|[\])])\)?\(\s*$/
const sql =
  /\b(select\b.*\bfrom|insert into|delete from|update \w+ set|join \$?\w+|where \w+|from \(select)\b/
const pattern = /^\s*\/.+\/[dgimsuvy]*[,;]?$/
const width = 120

/** Results of runs, and the page that lists the words. */
const openPages = /^docs\/glossary\.md$|^docs\/bench\//

/** Odd words of a page of documentation: `line: what`. */
export const plainPageFaults = (path, text) => (openPages.test(path) ? [] : oddLines(text, 1))

/** What is wrong with the texts of a file: `line: what`. */
export function plainTextFaults(path, text) {
  return [...oddWords(text), ...(paragraphs.has(path) ? [] : wideLines(text))]
}

function oddWords(text) {
  const looked = [...text.matchAll(tokens)].filter(
    ({ 0: found, index }) =>
      /^\/[/*]/.test(found) || beforeTitle.test(text.slice(Math.max(0, index - 60), index)),
  )
  return looked.flatMap(({ 0: found, index }) =>
    oddLines(found, text.slice(0, index).split('\n').length),
  )
}

function oddLines(text, first) {
  return text.split('\n').flatMap((line, at) => {
    const word = words.exec(line.replace(/(?!^)`[^`]*`(?!$)|https?:\S+/g, ''))
    if (!word) return []
    return [`${first + at}: "${word[0]}"; write it plainly (docs/glossary.md, How texts sound)`]
  })
}

/**
 * Longer than `width`, unless one text or one pattern makes it so: a message cut in two is not found
 * by search.
 */
function wideLines(text) {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= width || pattern.test(line)) return []
    if (/https?:|data:|<\/\w|\/>|<\w[\w:]* \w+=/.test(line)) return []
    const isText = !/^\s*(\/\/|\/?\*|test\(|it\(|describe\()/.test(line) && !sql.test(line)
    if (isText && withoutStrings(line).length <= width) return []
    return [`${index + 1}: ${line.length} columns, at most ${width}; break the line`]
  })
}

const withoutStrings = (line) =>
  line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''")
