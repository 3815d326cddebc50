/** Values of attributes and styles of SVG files that run nothing and load nothing from elsewhere. */

const bitmap = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i
const font = /^data:(?:font\/[\w.+-]+|application\/(?:x-)?font-[\w.+-]+)[;,]/i

/** A text as browsers read the scheme of a URL in it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const bare = (text: string): string => text.replaceAll(/[\u0000-\u0020\u007f]/g, "")

const runs = /(?:javascript|vbscript|livescript|mocha):|data:(?!image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,])/i

/** Whether every `url()` in a text leads to a part of the file itself, or is the data of a bitmap or a font. */
const isClosed = (text: string): boolean =>
  Array.from(text.matchAll(/url\(\s*(["']?)([^)]*)/gi)).every(([, , target = ""]) => {
    const address = bare(target)
    return address.startsWith("#") || bitmap.test(address) || font.test(address)
  })

/** Whether a reference leads to a part of the file itself or, for a picture, is the data of a bitmap. */
export const isOwnReference = (value: string, isPicture: boolean): boolean =>
  bare(value).startsWith("#") || (isPicture && bitmap.test(bare(value)))

/** Whether the value of an attribute is inert. */
export const isInertValue = (value: string): boolean =>
  !value.includes("\\") && !runs.test(bare(value)) && isClosed(value)

/** Whether a style sheet or a style attribute is inert. Escapes are refused, since they can hide everything else. */
export const isInertCss = (css: string): boolean => {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, "")
  return (
    !/\\|\/\*|@import|@namespace|expression\s*\(|behavior\s*:|-moz-binding|image-set\s*\(|image\s*\(|src\s*\(/i.test(
      plain
    ) &&
    !/(?:javascript|vbscript):/i.test(bare(plain)) &&
    isClosed(plain)
  )
}
