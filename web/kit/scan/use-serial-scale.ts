import { useEffect, useRef, useState } from 'react'
import {
  readScaleLine,
  SETTLE_MS,
  sightOf,
  type ScaleReading,
  type ScaleSetting,
  type ScaleSight,
} from './scale-line.ts'

interface Port {
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
  readonly readable: ReadableStream<Uint8Array> | null
}
interface Serial {
  requestPort(): Promise<Port>
  getPorts(): Promise<Port[]>
}
/** Web Serial, where the browser has it. */
const serial = (): Serial | null => (navigator as { serial?: Serial }).serial ?? null
const REST_MAX = 200

async function readPort(
  port: Port,
  baudRate: number,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<void> {
  await port.open({ baudRate })
  const reader = port.readable?.getReader()
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined))
  if (signal.aborted) await reader?.cancel()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split(/[\r\n]+/)
      rest = (lines.pop() ?? '').slice(-REST_MAX)
      for (const line of lines) onLine(line)
    }
  } finally {
    reader?.releaseLock()
    await port.close().catch(() => undefined)
  }
}

export interface SerialScale {
  /** The browser can read serial ports. */
  offered: boolean
  state: 'off' | 'on' | 'lost'
  /** Asks for the scale's port; from a click only. */
  connect(): void
  disconnect(): void
}

/** A scale on a serial port: each weight that comes to rest on it once. */
export function useSerialScale(setting: ScaleSetting, onWeight: (kg: string) => void): SerialScale {
  const [state, setState] = useState<SerialScale['state']>('off')
  const latest = useRef({ setting, onWeight })
  latest.current = { setting, onWeight }
  const running = useRef<AbortController | null>(null)
  const follow = async (choose: Promise<Port | undefined>) => {
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    let sight: ScaleSight | null = null
    let settled: ReturnType<typeof setTimeout> | undefined
    const look = (reading: ScaleReading) => {
      const next = sightOf(sight, reading, Date.now())
      // Lines of one packet have one moment: the weight is compared as well.
      const isOther = next.sight?.since !== sight?.since || next.sight?.kg !== sight?.kg
      sight = next.sight
      if (isOther) clearTimeout(settled)
      if (next.isFresh) latest.current.onWeight(reading.kg)
      // A scale that sends by its print key sends once: the same is looked at again.
      else if (isOther && sight && !sight.isTaken)
        settled = setTimeout(() => look(reading), SETTLE_MS)
    }
    let opened = false
    try {
      const port = await choose
      if (!port || stop.signal.aborted) return
      opened = true
      setState('on')
      await readPort(port, latest.current.setting.baud, stop.signal, (line) => {
        const reading = readScaleLine(line, latest.current.setting.unit)
        if (!reading) return
        look(reading)
      })
    } catch {
      // No port was chosen, or its cable was pulled: the button shows which.
    } finally {
      clearTimeout(settled)
      if (running.current === stop) running.current = null
      if (opened && !stop.signal.aborted) setState('lost')
    }
  }
  useEffect(() => {
    // A port that was granted once needs no click.
    const known = serial()?.getPorts()
    if (known) void follow(known.then(([port]) => port))
    return () => running.current?.abort()
  }, [])
  return {
    offered: serial() !== null,
    state,
    connect: () => void follow(serial()?.requestPort() ?? Promise.resolve(undefined)),
    disconnect: () => {
      running.current?.abort()
      running.current = null
      setState('off')
    },
  }
}
