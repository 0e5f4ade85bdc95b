import { join } from 'node:path'
import { perApp } from '../runtime/deps.ts'
import type { Env } from '../runtime/env.ts'
import type { ContentStore } from './contents.ts'
import { localStore } from './local-store.ts'
import { s3Store } from './s3-store.ts'

/** The local folder, or an S3-compatible store where one is set. */
export const openContentStore = (env: Pick<Env, 's3' | 'dataDir'>): ContentStore =>
  env.s3 ? s3Store(env.s3) : localStore(join(env.dataDir, 'files'))

export const contentStore = perApp<ContentStore>(({ env }) => openContentStore(env))
