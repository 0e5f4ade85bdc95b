import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { percent, shown, table, type Line } from './report.ts'
import { root } from './spawn.ts'

export interface Run {
  /** Which bench: results are compared within one kind and setting. */
  kind: 'server' | 'web'
  /** What else decides the figures, e.g. `100000 parcels`. */
  settings: string
  lines: readonly Line[]
}

export interface StoredRun extends Run {
  commit: string
  /** ISO 8601, UTC. */
  at: string
  machine: string
}

/**
 * Below this share of the figure a difference is taken for chance, where the rounds do not lie
 * further apart.
 */
const CHANCE = 0.1

/**
 * Writes a run to docs/bench (one JSON file a run, and the last table) and answers what
 * how it compares with the ones before.
 */
export function keepResult(run: Run, dir = join(root, 'docs', 'bench')): string {
  mkdirSync(dir, { recursive: true })
  const before = storedRuns(dir, run)
  const result = stamped(run)
  const name = `${result.kind}-${result.at.slice(0, 16).replace(/[-:]/g, '').replace('T', '-')}-${result.commit.replace(/\W/g, '')}`
  const shortened = { ...result, lines: result.lines.map(({ data: _, ...line }) => line) }
  writeFileSync(join(dir, `${name}.json`), `${JSON.stringify(shortened, null, 2)}\n`)
  const reported = [
    headline(result),
    table(result.lines),
    '',
    comparison(result.lines, before),
  ].join('\n')
  writeFileSync(
    join(dir, `${result.kind}.md`),
    `# The last kept ${result.kind} run\n\n\`\`\`\n${reported}\n\`\`\`\n`,
  )
  return reported
}

/** The note of a run that is not stored. */
export function reportOnly(run: Run, dir = join(root, 'docs', 'bench')): string {
  return [
    headline(stamped(run)),
    table(run.lines),
    '',
    comparison(run.lines, storedRuns(dir, run)),
  ].join('\n')
}

/**
 * Row by row against the last stored run that has it with a verdict; losses above chance and spread
 * are marked.
 */
export function comparison(lines: readonly Line[], before: readonly StoredRun[]): string {
  const rows = lines.flatMap((line) => {
    if (!line.value) return []
    const old = before
      .toReversed()
      .flatMap((run) => run.lines.map((one) => ({ one, run })))
      .find(({ one }) => one.name === line.name && one.value && one.verdict !== 'no verdict')
    if (!old?.one.value) return [`${line.name}: no kept figure to compare with`]
    const { number, better, spread } = line.value
    const was = old.one.value.number
    const change = better === 'more' ? number / was - 1 : was / number - 1
    const apart = Math.max(CHANCE, spread, old.one.value.spread)
    const word = change < -apart ? 'LOSS' : change > apart ? 'gain' : 'as before'
    return [
      `${line.name}: ${word}, ${shown(number)} after ${shown(was)} (${change >= 0 ? '+' : '−'}${percent(Math.abs(change))}, chance ±${percent(apart)}; ${old.run.commit}, ${old.run.at.slice(0, 10)})`,
    ]
  })
  return rows.length > 0 ? rows.join('\n') : 'nothing to compare'
}

/** Oldest first. */
function storedRuns(dir: string, { kind, settings }: Run): StoredRun[] {
  let names: string[]
  try {
    names = readdirSync(dir)
  } catch {
    return []
  }
  return names
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as StoredRun)
    .filter((run) => run.settings === settings)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}

function stamped(run: Run): StoredRun {
  return {
    ...run,
    commit: commitNow(),
    at: new Date().toISOString(),
    machine: `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`,
  }
}

function headline({ commit, at, settings, machine }: StoredRun): string {
  return `commit ${commit}, ${at.slice(0, 16).replace('T', ' ')} UTC, ${settings}, ${machine}`
}

/** Short name of the commit, with a plus where files differ from it. */
function commitNow(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    return `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`
  } catch {
    return 'unknown'
  }
}
