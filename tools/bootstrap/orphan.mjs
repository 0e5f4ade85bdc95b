import { readFileSync } from 'node:fs'

/**
 * Calls back once when the npm that started us is gone. npm hands signals to the shell it put
 * between us and itself, and that shell dies without handing them on: without this, `kill` of npm
 * would leave the server running.
 * @returns ends the watch
 */
export function onOrphaned(callback) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  // Some shells replace themselves by the command; then our parent is npm, and who started npm may
  // leave.
  const shell = processOf(parent)
  const npm = shell?.isShell ? shell.parent : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || processOf(parent)?.parent === npm)) return
    clearInterval(timer)
    callback()
  }, 500)
  timer.unref()
  return () => clearInterval(timer)
}

function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const isShell = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === '-c'
    return { parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), isShell }
  } catch {
    return undefined
  }
}
