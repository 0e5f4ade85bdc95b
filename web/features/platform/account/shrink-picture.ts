/** Side of a kept picture; nothing on a screen shows it larger. */
const SIDE = 256

/**
 * The middle square of a picture, 256 pixels wide, drawn again: small, turned as the camera meant
 * it, and without what else the file held. Throws where the browser cannot read it.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const side = Math.min(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  // What was see-through becomes white, not black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, SIDE, SIDE)
  pen.drawImage(
    image,
    (image.width - side) / 2,
    (image.height - side) / 2,
    side,
    side,
    0,
    0,
    SIDE,
    SIDE,
  )
  image.close()
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture'))),
      'image/jpeg',
      0.88,
    ),
  )
}
