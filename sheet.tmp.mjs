import sharp from 'sharp'
import { readdirSync } from 'node:fs'
const [size, w, h, cols, out] = process.argv.slice(2)
const fs = readdirSync('/tmp/look-me')
  .filter((f) => f.endsWith(`-${size}.png`))
  .sort()
const W = +w,
  H = +h,
  C = +cols
const ims = await Promise.all(
  fs.map((f) =>
    sharp('/tmp/look-me/' + f)
      .resize(W, H)
      .toBuffer(),
  ),
)
await sharp({
  create: { width: W * C, height: H * Math.ceil(fs.length / C), channels: 3, background: '#fff' },
})
  .composite(ims.map((input, i) => ({ input, left: (i % C) * W, top: Math.floor(i / C) * H })))
  .png()
  .toFile(out)
console.log(fs.join(' '))
