import { useEffect, useRef, useState } from 'react'
import { dictionariesChanged } from './dict.ts'
import { isObject } from '../text/storage.ts'

/**
 * Specification §9: how soon a lost socket is opened again, and how often it is asked whether it
 * still lives.
 */
export const RECONNECT_MS = 5_000
export const HEARTBEAT_MS = 20_000
/** The server's word for a session that is gone (kit/sockets.ts). */
const GONE = 4401

const KINDS = ['topic', 'user', 'dict'] as const
/**
 * Something is new: ids and a title, the rest is asked for over HTTP. `topic` is for all users,
 * `user` for one person; `dict`: words of dictionaries changed.
 */
export interface SocketMessage {
  cmd: (typeof KINDS)[number]
  msgId: string
  msgTxt: string
}
export interface SocketHandlers {
  onMessage(message: SocketMessage): void
  /** Whether messages come in; while they do not, the page must look for itself. */
  onUp(up: boolean): void
  /** The server reports the end of the session. */
  onGone(): void
}

/**
 * Keeps a socket to the server open until it is closed; one that breaks is opened again after five
 * seconds, one at a time.
 */
export function openSocket(userId: string, handlers: SocketHandlers): { close(): void } {
  let socket: WebSocket | null = null
  let again: ReturnType<typeof setTimeout> | null = null
  let closed = false
  let answered = true

  const lost = (one: WebSocket) => {
    // Error and close both report the same end, and a late word of an old socket must not end the
    // new one.
    if (closed || socket !== one) return
    socket = null
    handlers.onUp(false)
    one.close()
    again ??= setTimeout(() => {
      again = null
      connect()
    }, RECONNECT_MS)
  }
  const connect = () => {
    const one = new WebSocket(
      `${window.location.origin.replace(/^http/, 'ws')}/websocket/${encodeURIComponent(userId)}`,
    )
    socket = one
    one.addEventListener('open', () => {
      if (closed || socket !== one) return
      answered = true
      handlers.onUp(true)
    })
    one.addEventListener('message', ({ data }) => {
      answered = true
      const message = read(data)
      if (message && !closed) handlers.onMessage(message)
    })
    one.addEventListener('error', () => lost(one))
    one.addEventListener('close', ({ code }) => {
      if (code === GONE && !closed && socket === one) handlers.onGone()
      lost(one)
    })
  }
  // A line whose other end vanished is silent: two beats without an answer and it counts as lost.
  const beat = setInterval(() => {
    if (!socket || socket.readyState !== WebSocket.OPEN) return
    if (!answered) return lost(socket)
    answered = false
    socket.send('HeartBeat')
  }, HEARTBEAT_MS)
  connect()

  return {
    close: () => {
      closed = true
      if (again) clearTimeout(again)
      clearInterval(beat)
      socket?.close()
      socket = null
    },
  }
}

function read(data: unknown): SocketMessage | null {
  if (typeof data !== 'string') return null
  try {
    const found: unknown = JSON.parse(data)
    const cmd = isObject(found) ? KINDS.find((kind) => kind === found.cmd) : undefined
    if (!isObject(found) || !cmd) return null
    return {
      cmd,
      msgId: typeof found.msgId === 'string' ? found.msgId : '',
      msgTxt: typeof found.msgTxt === 'string' ? found.msgTxt : '',
    }
  } catch {
    return null
  }
}

/**
 * A socket for as long as a user is signed in and the component is mounted; answers whether it is
 * up. Changed words of
 * dictionaries are seen to here, also those that changed while the line was down.
 */
export function useSocket(
  userId: string | null,
  handlers: Pick<SocketHandlers, 'onMessage' | 'onGone'>,
): boolean {
  const [up, setUp] = useState(false)
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    if (userId === null) return
    const socket = openSocket(userId, {
      onMessage: (message) =>
        message.cmd === 'dict' ? dictionariesChanged() : latest.current.onMessage(message),
      onGone: () => latest.current.onGone(),
      onUp: (now) => {
        setUp(now)
        if (now) dictionariesChanged()
      },
    })
    return () => {
      socket.close()
      setUp(false)
    }
  }, [userId])
  return up
}
