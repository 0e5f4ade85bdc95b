import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..', '..')
export const PASSWORD = 'Parcels-2026!'

/**
 * The real product as a process of its own, which can be killed and comes back at another address.
 */
export class Product {
  readonly dataDir: string
  #child: ChildProcess | null = null
  #base: Promise<string> | null = null
  #meant = false
  /** Its own end, not by a kill of the test: what is waited for then never comes. */
  fault: Error | null = null
  /** What it wrote, for the message of a failed test. */
  output = ''

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  start(): Promise<string> {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: this.dataDir,
        PORT: '0',
        DEMO: 'off',
        ADMIN_PASSWORD: PASSWORD,
        NODE_ENV: 'test',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
      },
    })
    this.#child = child
    this.#meant = false
    child.once('exit', (code, signal) => {
      if (!this.#meant)
        this.fault = new Error(`the product ended by itself with ${code ?? signal}\n${this.output}`)
    })
    const address = new Promise<string>((resolve, reject) => {
      let out = ''
      const read = (part: Buffer) => {
        out += part.toString()
        this.output = (this.output + part.toString()).slice(-20_000)
        const found = /Parcelyard: (\S+)/.exec(out)?.[1]
        if (found) resolve(`${found}/boot`)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code, signal) =>
        reject(
          new Error(`the product ended with ${code ?? signal} before it answered\n${this.output}`),
        ),
      )
    })
    address.catch(() => {})
    this.#base = address
    return address
  }

  /** Where it answers now; waits while it is starting. */
  async base(): Promise<string> {
    for (;;) {
      if (this.fault) throw this.fault
      const requested = this.#base
      if (!requested) {
        await sleep(20)
        continue
      }
      try {
        return await requested
      } catch (error) {
        if (this.#base === requested) throw error
      }
    }
  }

  /** kill -9 of the process, in the middle of whatever it does; the database stays behind. */
  async kill(): Promise<void> {
    const child = this.#child!
    this.#base = null
    this.#meant = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** kill -9 of the database server, under the feet of the running process. */
  killDatabase(): void {
    process.kill(
      Number(readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
  }

  /** Until sign-in works again. */
  async ready(): Promise<void> {
    for (;;) {
      try {
        if ((await fetch(`${await this.base()}/health/ready`)).status === 200) return
      } catch (error) {
        if (this.fault) throw error
      }
      await sleep(50)
    }
  }

  /** What a failed test leaves: a server whose product is gone. */
  endDatabase(): void {
    try {
      process.kill(
        Number(
          readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
        ),
        'SIGQUIT',
      )
    } catch {
      // It has ended in order.
    }
  }

  async stop(): Promise<number | null> {
    const child = this.#child!
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    this.#meant = true
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    return ended
  }
}
