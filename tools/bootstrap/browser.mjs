import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'msedge',
]

/**
 * A browser that really starts: the named one, the machine's, the one Playwright has, at last one
 * it fetches.
 */
export async function findBrowser(root, node) {
  for (const file of candidates(root)) if (await starts(file)) return file
  if (process.env.CHROMIUM_PATH) return undefined
  process.stdout.write('No browser found; fetching one for the tests …\n')
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js')
  spawnSync(node, [cli, 'install', '--only-shell', 'chromium'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  })
  const file = bundled(root)
  return file && (await starts(file)) ? file : undefined
}

function candidates(root) {
  // Who names a browser wants that one or none.
  if (process.env.CHROMIUM_PATH) return [process.env.CHROMIUM_PATH]
  const dirs = (process.env.PATH ?? '').split(delimiter)
  const exe = process.platform === 'win32' ? '.exe' : ''
  const onPath = names.flatMap((name) => dirs.map((dir) => join(dir, name + exe)))
  const fixed = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
      .filter(Boolean)
      .flatMap((dir) => [
        join(dir, 'Google/Chrome/Application/chrome.exe'),
        join(dir, 'Microsoft/Edge/Application/msedge.exe'),
      ]),
  ]
  return [...onPath, ...fixed, bundled(root)].filter((file) => file && existsSync(file))
}

function bundled(root) {
  try {
    return createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  } catch {
    return undefined
  }
}

function starts(file) {
  const profile = mkdtempSync(join(tmpdir(), 'parcelyard-browser-'))
  return new Promise((done) => {
    const child = spawn(
      file,
      [...flags, `--user-data-dir=${profile}`, '--dump-dom', 'data:text/html,<p>it starts'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: 30_000,
        killSignal: 'SIGKILL',
      },
    )
    let page = ''
    child.stdout.on('data', (part) => (page += part))
    child.once('error', () => done(false))
    child.once('close', () => done(page.includes('it starts')))
  }).finally(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
}
