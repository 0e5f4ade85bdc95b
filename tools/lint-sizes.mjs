// What the linter cannot say: sizes as the architecture sets them, names it bans, and no `any` in any spelling.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)))
const rooms = ['contracts', 'server', 'web', 'seeds', 'test', 'tools']
// The generated one, and this one, which spells out what it looks for.
const exempt = new Set(['server/kit/db/generated/schema.ts', 'tools/lint-sizes.mjs'])
const bannedNames = /(^|[-.])(utils?|helpers?|common|managers?|service)\.(ts|tsx|mjs)$/
const anyType = /(:\s*any\b|\bas any\b|<any\b|\bany\[\]|,\s*any>|@ts-(ignore|nocheck))/

const files = rooms
  .flatMap((room) => walk(join(root, room)))
  .filter((file) => !exempt.has(file.path))
const complaints = []
for (const { path, text, lines } of files) {
  const isTest = /\.test\.tsx?$/.test(path) || path.startsWith('test/')
  const limit = isTest ? 400 : 300
  if (lines > limit) complaints.push(`${path}: ${lines} lines, at most ${limit} here; split it`)
  if (bannedNames.test(basename(path)))
    complaints.push(
      `${path}: a file called after nothing in particular; name it after what it does`,
    )
  withoutText(text)
    .split('\n')
    .forEach((line, index) => {
      if (anyType.test(line))
        complaints.push(`${path}:${index + 1}: any (or a switched-off check); say the type`)
    })
}

for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stdout.write(
  `house: ${files.length} files, ${rooms.map(median).filter(Boolean).join(', ')}; ${complaints.length} complaints\n`,
)
process.exitCode = complaints.length > 0 ? 1 : 0

function walk(dir) {
  let entries
  try {
    entries = readdirSync(dir, { withFileTypes: true })
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    const at = join(dir, entry.name)
    if (entry.isDirectory())
      return entry.name === 'dist' || entry.name === 'node_modules' ? [] : walk(at)
    if (!/\.(ts|tsx|mjs)$/.test(entry.name)) return []
    const text = readFileSync(at, 'utf8')
    return [
      {
        path: relative(root, at).replaceAll('\\', '/'),
        text,
        lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
      },
    ]
  })
}

/** Comments and strings may speak of any; line numbers stay. */
function withoutText(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/(?!.*@ts-).*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`/g, "''")
}

function median(room) {
  const sizes = files
    .filter(({ path }) => path.startsWith(`${room}/`))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b)
  return sizes.length > 0 ? `${room} median ${sizes[Math.floor(sizes.length / 2)]}` : ''
}
