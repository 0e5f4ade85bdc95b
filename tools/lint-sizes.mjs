// What the linter cannot check: file sizes, names of files and identifiers, public API files
// without code, no `any` in any spelling, plain comments and lines the formatter leaves too wide.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bannedIdentifiers } from './banned-identifiers.mjs'
import { loneFiles } from './lone-files.mjs'
import { plainPageFaults, plainTextFaults } from './plain-text.mjs'

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)))
const folders = ['contracts', 'server', 'web', 'seeds', 'test', 'tools']
// The generated file, and those that spell out what they look for.
const exempt = new Set([
  'server/kit/db/generated/schema.ts',
  'tools/lint-sizes.mjs',
  'tools/banned-identifiers.mjs',
  'tools/plain-text.mjs',
])
const bannedNames = /(^|[-.])(utils?|helpers?|common|managers?|service)\.(ts|tsx|mjs)$/
const anyType = /(:\s*any\b|\bas any\b|<any\b|\bany\[\]|,\s*any>|@ts-(ignore|nocheck))/

// Workers do not isolate their files: what one replaces, the others get.
const replacesModule = /^\s*(await )?vi\.(do)?mock\(/im
// vitest.config.ts gives every test four minutes; on a busy machine a shorter limit is red for nothing.
const shortLimit = /^ *\}, (?:\d{2}_?000|1\d{2}_?000|2[0-3]\d_?000)\)$/m
// Days and moments are those of the product's clock, which tests can move; a span of time is taken
// from performance.now().
const ownTime = /new Date\(\)|Date\.now\(\)/
const keepsTime = /^server\/features\/|^server\/kit\/resource\//
// Other code asks a kind of orders for what it can; only their own folder names them.
const kindName = /(['"`])(?:B2B|B2C|FBA|WMS|GENERIC|WORLD)\1/
const mayNameKinds = /^(seeds|test|tools)\/|^contracts\/orders\/kinds\/|\.(test|fixture)\.tsx?$/
// Amounts are bigint minor units or decimal text: a float loses cents without a word.
const floatMoney =
  /\b(?:Number|parseFloat)\(\s*[\w.?!]*(?:minor|balance|amount|credit|available|money|price)\w*[!)]?\s*\)|(?:minor|balance|amount|credit|available|money|price)\w*\.toFixed\(/i
const inMoney = /^(contracts|server\/features|web\/features)\/money\//
const floats = /\bparseFloat\(|\.toFixed\(/
const publicApi = /^(server|web)\/features\/[^/]+\/[^/]+\/index\.tsx?$/
const passedOn =
  /export (type )?(\{[^}]*\}|\*( as \w+)?) from '[^']+'|import '[^']+\.css'|\/\*[\s\S]*?\*\/|\/\/.*/g

/** More than a reader takes in at once. */
const filesPerFolder = 30
const files = folders
  .flatMap((folder) => walk(join(root, folder)))
  .filter((file) => !exempt.has(file.path))
const complaints = []
for (const { path, text, lines } of files) {
  const isTest = /\.test\.tsx?$/.test(path) || path.startsWith('test/')
  const limit = isTest ? 400 : 300
  if (lines > limit) complaints.push(`${path}: ${lines} lines, at most ${limit} here; split it`)
  if (bannedNames.test(basename(path)))
    complaints.push(`${path}: the name says nothing; name the file after what it does`)
  if (publicApi.test(path) && text.replace(passedOn, '').trim())
    complaints.push(
      `${path}: code in a public API file; it lists what others may use, nothing else`,
    )
  for (const fault of plainTextFaults(path, text)) complaints.push(`${path}:${fault}`)
  if (path.endsWith('.css')) continue
  const code = withoutText(text)
  if (keepsTime.test(path) && !isTest && !path.includes('.fixture.') && ownTime.test(code))
    complaints.push(`${path}: takes the time from Date; ask server/kit/runtime/clock.ts`)
  if (replacesModule.test(text) && !path.includes('.apart.test.'))
    complaints.push(
      `${path}: replaces a module for every test of its worker; use vi.spyOn, or name it *.apart.test.ts`,
    )
  if (isTest && !path.startsWith('test/e2e/') && shortLimit.test(text))
    complaints.push(`${path}: a time limit shorter than that of all tests`)
  if (!mayNameKinds.test(path) && kindName.test(text))
    complaints.push(
      `${path}: names a kind of orders; ask it for a capability (contracts/orders/kinds)`,
    )
  for (const name of bannedIdentifiers(text, code, path))
    complaints.push(`${path}: the name ${name}; docs/glossary.md has the word to use`)
  code.split('\n').forEach((line, index) => {
    if (!isTest && (floatMoney.test(line) || (inMoney.test(path) && floats.test(line))))
      complaints.push(
        `${path}:${index + 1}: money as a float; bigint minor units or text (contracts/kit/money.ts)`,
      )
    if (anyType.test(line))
      complaints.push(`${path}:${index + 1}: any (or a switched-off check); say the type`)
  })
}
for (const [folder, count] of Object.entries(perFolder(files.map(({ path }) => path))))
  if (count > filesPerFolder)
    complaints.push(
      `${folder}: ${count} files, at most ${filesPerFolder} here; sort them into folders by matter`,
    )
complaints.push(...loneFiles(files, 300))
for (const page of pages())
  for (const fault of plainPageFaults(page, readFileSync(join(root, page), 'utf8')))
    complaints.push(`${page}:${fault}`)

for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stdout.write(
  `sizes and names: ${files.length} files, ${folders.map(median).filter(Boolean).join(', ')}; ${complaints.length} complaints\n`,
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
    if (!/\.(ts|tsx|mjs|css)$/.test(entry.name)) return []
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

function pages() {
  const inDocs = existsSync(join(root, 'docs'))
    ? readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    : []
  return ['README.md', 'CONTRIBUTING.md', ...inDocs.map((page) => `docs/${page}`)]
    .map((page) => page.replaceAll('\\', '/'))
    .filter((page) => page.endsWith('.md') && existsSync(join(root, page)))
}

function perFolder(paths) {
  const counts = {}
  for (const path of paths) counts[dirname(path)] = (counts[dirname(path)] ?? 0) + 1
  return counts
}

/** Comments and strings are blanked; line numbers stay. */
function withoutText(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/(?!.*@ts-).*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`$]*`/g, "''")
}

function median(folder) {
  const sizes = files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b)
  return sizes.length > 0 ? `${folder} median ${sizes[Math.floor(sizes.length / 2)]}` : ''
}
