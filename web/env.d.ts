/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Base path or domain of the calls; `/boot` where unset. */
  readonly VITE_API_BASE?: string
}

/** What reads a PDF; it brings no types of its own. */
declare module 'pdfjs-dist/build/pdf.worker.min.mjs'
