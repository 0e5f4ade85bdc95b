import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productEnv, type Rig } from '../bench/rig.ts'
import { productFile, startServer, type Server } from '../bench/spawn.ts'
import type { DrillResult } from './overload.ts'

const PER_SECOND = 35
const PROBE_MS = 1_000
const DRAIN_SECONDS = 5

interface Node {
  server: Server
  ready: boolean
}

/**
 * Two nodes behind a balancer that goes by readiness alone, each restarted in turn under load: no
 * call is refused.
 */
export async function rollingRestart(rig: Rig, seconds: number): Promise<DrillResult> {
  const start = (n: number) =>
    startServer({
      file: productFile,
      env: {
        DATABASE_URL: rig.url,
        ...productEnv(join(rig.dir, `node${n}`)),
        DRAIN_SECONDS: String(DRAIN_SECONDS),
        SECRET_KEY: '07'.repeat(32),
      },
    })
  const nodes: Node[] = [
    { server: await start(1), ready: true },
    { server: await start(2), ready: true },
  ]
  const end = new AbortController()
  const probing = probe(nodes, end.signal)
  const headers = await signedIn(nodes[0]!.server.port)
  const load = callSteadily(nodes, headers, end.signal)
  let refusedProbes = 0
  for (const [at, node] of nodes.entries()) {
    await sleep((seconds * 1_000) / 6)
    const stopped = node.server.stop()
    // What a balancer sees of it: an address that serves, and is not ready.
    for (let look = 0; look < 3; look++) {
      await sleep(PROBE_MS)
      const status = await statusOf(node.server.port)
      if (status === 503) refusedProbes++
    }
    await stopped
    node.server = await start(at + 1)
  }
  await sleep((seconds * 1_000) / 6)
  end.abort()
  await probing
  const { done, failed, reasons } = await load
  await Promise.all(nodes.map(({ server }) => server.stop()))
  return {
    name: 'two nodes restarted in turn',
    held: failed === 0 && refusedProbes === nodes.length * 3,
    lines: [
      `${done + failed} calls at ${PER_SECOND} a second, ${failed} refused ${[...reasons].join(', ')}`,
      `probes answered 503 before the address closed: ${refusedProbes} of ${nodes.length * 3}`,
    ],
  }
}

async function probe(nodes: readonly Node[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const node of nodes) node.ready = (await statusOf(node.server.port)) === 200
    await sleep(PROBE_MS)
  }
}

async function callSteadily(
  nodes: readonly Node[],
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ done: number; failed: number; reasons: Set<string> }> {
  const result = { done: 0, failed: 0, reasons: new Set<string>() }
  const under: Promise<void>[] = []
  for (let n = 0; !signal.aborted; n++) {
    const ready = nodes.filter((node) => node.ready)
    const node = ready[n % Math.max(1, ready.length)] ?? nodes[0]!
    const path = '/boot/erp/shipment/list?pageNo=1&pageSize=10'
    under.push(
      statusOf(node.server.port, path, headers).then((status) => {
        if (status === 200) return void result.done++
        result.failed++
        result.reasons.add(String(status))
      }),
    )
    await sleep(1_000 / PER_SECOND)
  }
  await Promise.all(under)
  return result
}

async function signedIn(port: number): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${port}/boot/sys/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'manager', password: 'Parcels-2026!' }),
  })
  const { result } = (await answer.json()) as { result: { token: string } }
  return { 'x-access-token': result.token, tenant_id: '0' }
}

/** The status of an answer, or why there is none; a connection each, without a second try. */
function statusOf(
  port: number,
  path = '/boot/health/ready',
  headers: Record<string, string> = {},
): Promise<number | string> {
  return new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', (error) => resolve(error.message))
    })
    call.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    call.end()
  })
}
