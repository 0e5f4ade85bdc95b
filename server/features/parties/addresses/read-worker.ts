import { parentPort } from 'node:worker_threads'
import type { AddressOrder } from './read-address.ts'
import { recognize } from './recognize.ts'

parentPort?.on('message', ({ text, country }: AddressOrder) =>
  parentPort?.postMessage(recognize(text, country)),
)
