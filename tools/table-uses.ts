import { statementsOf } from './raw-sql.ts'

const WRITE =
  /\b(?:insert\s+into|delete\s+from|(?<!\bfor\s+)(?<!\bkey\s+)update)\s+(?:only\s+)?([a-z_]+)\b/gi
const READ = /\b(?:from|join)\s+(?:only\s+)?([a-z_]+)\b/gi
const LIST =
  /\bfrom\s+[^()]*?(?=\bwhere\b|\bjoin\b|\bleft\b|\bgroup\b|\border\b|\blimit\b|[()]|$)/gi

/** Tables whose rows a source writes, and those it reads, by name or through `rows('…')`. */
export function tableUses(code: string): { writes: Set<string>; reads: Set<string> } {
  const program = code.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
  const writes = new Set<string>()
  const reads = new Set<string>()
  for (const { text } of statementsOf(program)) {
    const plain = text
      .replace(/--.*$/gm, '')
      .replace(LIST, (part) => part.replaceAll(/,\s*(?=[a-z_]+\s+(?:as\s+)?[a-z_])/gi, ' join '))
    for (const [, table = ''] of plain.matchAll(WRITE)) writes.add(table)
    for (const [, table = ''] of plain.replace(WRITE, '').matchAll(READ)) reads.add(table)
  }
  for (const [, table = ''] of program.matchAll(/\.rows\(\s*'(\w+)'/g)) reads.add(snake(table))
  for (const [, table = ''] of program.matchAll(
    /\.rows\(\s*'(\w+)'\s*\)\s*\.(?:insert|update|remove)\(/g,
  ))
    writes.add(snake(table))
  return { writes, reads }
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`)
