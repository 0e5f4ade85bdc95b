/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Base path or domain of the calls; `/boot` where unset. */
  readonly VITE_API_BASE?: string
}
