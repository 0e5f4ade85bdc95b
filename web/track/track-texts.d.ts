declare module 'virtual:track-texts' {
  /** Where the texts of each language lie, as hashed JSON files. */
  const urls: { zh_CN: string; en_US: string }
  export default urls
}
