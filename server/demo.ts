import type { AppDeps } from './kit/lifecycle.ts'

export interface DemoDeps extends Pick<AppDeps, 'db' | 'log' | 'lifecycle'> { password: string | null }

export function seedDemo(_deps: DemoDeps): { stop(): Promise<void> } {
  return { stop: () => Promise.resolve() }
}
