import { spawn } from 'node:child_process'
import { onOrphaned } from './orphan.mjs'

/**
 * Runs a program on our terminal, hands our signals on to it and waits for its end.
 * @returns its exit code; 128 + n when a signal ended it
 */
export async function run(file, args, options = {}) {
  return ended(file, spawn(file, args, { stdio: 'inherit', ...options }))
}

/**
 * The same for a program whose words are only of interest when it fails. @returns exit code and
 * output
 */
export async function capture(file, args, options = {}) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  return { code: await ended(file, child), output }
}

function ended(file, child) {
  return new Promise((done) => {
    const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
    const forward = (signal) => child.kill(signal)
    for (const signal of signals) process.on(signal, forward)
    const unwatch = onOrphaned(() => child.kill('SIGTERM'))
    const finish = (code) => {
      unwatch()
      for (const signal of signals) process.off(signal, forward)
      done(code)
    }
    child.once('error', (error) => {
      process.stderr.write(`Cannot run ${file}: ${error.message}\n`)
      finish(127)
    })
    child.once('close', (code, signal) => finish(code ?? 128 + (signalNumbers[signal] ?? 1)))
  })
}

const signalNumbers = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
}
