import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { traceCalls } from './telemetry.ts'

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] }
    scopeSpans: {
      spans: { name: string; traceId: string; parentSpanId: string; attributes: object[] }[]
    }[]
  }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'

test('each call is a span of its route, within the trace of its caller, without what was asked', async () => {
  const bodies: Buffer[] = []
  const collector = createServer((request, response) => {
    request.on('data', (part: Buffer) => bodies.push(part))
    request.on('end', () => response.end('{}'))
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as AddressInfo
  const app = Fastify()
  await traceCalls(app, `http://127.0.0.1:${port}`)
  const endpoint = {
    method: 'GET',
    path: '/sys/order/{id}',
    login: true,
    in: z.object({}),
    out: z.null(),
  } as const
  app.get('/boot/sys/order/:id', { config: { endpoint } }, async () => ({}))
  app.get('/boot/health/live', async () => ({}))
  await app.inject({
    url: '/boot/sys/order/77?name=Meier',
    headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'x-access-token': 'secret' },
  })
  await app.inject('/boot/health/live')
  await app.close()
  collector.close()
  const text = Buffer.concat(bodies).toString()
  const { resource, scopeSpans } = (JSON.parse(text) as Sent).resourceSpans[0]!
  expect(resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'parcelyard' },
  })
  expect(scopeSpans[0]!.spans).toEqual([
    expect.objectContaining({
      name: 'GET /boot/sys/order/:id',
      traceId: TRACE,
      parentSpanId: 'b7ad6b7169203331',
    }),
  ])
  for (const kept of ['Meier', 'secret', '/77']) expect(text).not.toContain(kept)
})

test('a collector that is gone delays no answer and no stop', async () => {
  const app = Fastify()
  await traceCalls(app, 'http://127.0.0.1:9')
  app.get('/x', async () => ({}))
  expect((await app.inject('/x')).statusCode).toBe(200)
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeLessThan(5_000)
})

/** What of the packages a process loads that traces to this collector. */
function loaded(collector: string): string {
  const file = JSON.stringify(join(import.meta.dirname, 'telemetry.ts'))
  const program = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (name.startsWith('@opentelemetry/')) console.log(name);
      return next(name, context);
    } });
    const { traceCalls } = await import(${file});
    await traceCalls({ addHook: () => {} }, ${collector});
    process.exit(0);`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  }).stdout
}

test('without a collector nothing of it is loaded', () => {
  // The figures for Prometheus name the interface by themselves.
  expect(loaded('undefined').replace('@opentelemetry/api\n', '')).toBe('')
  expect(loaded(`'http://127.0.0.1:9'`)).toContain('@opentelemetry/sdk-trace')
})
