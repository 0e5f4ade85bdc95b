import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Serves a Preact hello, built as our pages are and packed as they are; answers its address. */
export async function helloServer(): Promise<{ url: string; close(): Promise<void> }> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, 'hello-page.ts') },
    },
  })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const script = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n')
  const page =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hello</title><script type="module" src="/hello.js"></script></head><body><div id="app"></div></body></html>'
  const files: Record<string, { type: string; bytes: Buffer }> = {
    '/': { type: 'text/html; charset=utf-8', bytes: gzipSync(page) },
    '/hello.js': { type: 'text/javascript; charset=utf-8', bytes: gzipSync(script) },
  }
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    if (!file) return response.writeHead(404).end()
    return response
      .writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'gzip',
        'cache-control': 'no-cache',
      })
      .end(file.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
