import {
  BarcodeDetector,
  setZXingModuleOverrides,
  type BarcodeFormat,
} from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Sighting } from './camera-sightings.ts'

/**
 * What is on parcels: carriers' bars (DHL's Identcode is ITF), goods' EAN, and the squares of
 * postal services.
 */
const FORMATS: BarcodeFormat[] = [
  'code_128',
  'code_39',
  'itf',
  'ean_13',
  'qr_code',
  'data_matrix',
  'pdf417',
]

/**
 * Reads codes in a picture, by the same reader on every phone: Safari and Firefox have none of
 * their own. From our own origin; nothing leaves the phone.
 */
export function cameraReader(): (picture: HTMLVideoElement) => Promise<Sighting[]> {
  setZXingModuleOverrides({
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasm : prefix + path),
  })
  const detector = new BarcodeDetector({ formats: FORMATS })
  return async (picture) => {
    const found = await detector.detect(picture)
    return found.map(({ rawValue, boundingBox: { x, y, width, height } }) => ({
      code: rawValue,
      x: x + width / 2,
      y: y + height / 2,
    }))
  }
}
