import { createHash } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other start in this tree does the same; the others wait, and look again for
 * themselves whether anything is left to do. The lock is outside the tree because an install
 * replaces node_modules.
 */
export async function onlyOne(root, what, work) {
  const id = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const lock = join(tmpdir(), `parcelyard-${what}-${process.getuid?.() ?? 0}-${id}.lock`)
  const mine = `${lock}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    for (let reported = false; !claimed(mine, lock);) {
      const holder = holderOf(lock)
      if (holder === 'dead') removeDead(lock, `${mine}.old`)
      else {
        if (!reported)
          process.stderr.write(`Waiting for another start (${what}, process ${holder}) …\n`)
        reported = true
        await sleep(250)
      }
    }
    try {
      return await work()
    } finally {
      rmSync(lock, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

function claimed(mine, lock) {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Two waiters may both see the dead holder: what was moved away shows whether one took the place of
 * a living one.
 */
function removeDead(lock, away) {
  try {
    renameSync(lock, away)
  } catch {
    return
  }
  if (holderOf(away) !== 'dead') claimed(away, lock)
  rmSync(away, { force: true })
}

function holderOf(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return error.code === 'EPERM' ? 'another user' : 'dead'
  }
}
