import { parseArgs } from 'node:util'
import { openRig } from '../bench/rig.ts'
import { overload } from './overload.ts'
import { rollingRestart } from './rolling-restart.ts'

/**
 * Two drills on a database of their own: a rolling restart of two nodes behind a balancer, and five
 * times the load a node can take for a minute. Exits with 1 where one falls short.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, data: { type: 'string' } },
})
const print = (text: string) => void process.stdout.write(`${text}\n`)
const rig = await openRig({ parcels: 20_000, data: values.data ?? null, profile: null, say: print })
try {
  for (const drill of [overload, rollingRestart]) {
    const { name, held, lines } = await drill(rig, Number(values.seconds))
    if (!held) process.exitCode = 1
    print(`${name}: ${held ? 'held' : 'FELL SHORT'}`)
    for (const line of lines) print(`  ${line}`)
  }
} finally {
  await rig.close()
}
