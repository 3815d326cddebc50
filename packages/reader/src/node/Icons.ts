/**
 * The icons of Font Awesome, read from their packages on first use.
 * @since 0.1.0
 */
import { createRequire } from "node:module"

/** A set of icons, in the format of its package. */
interface IconSet {
  readonly width?: number
  readonly height?: number
  readonly icons: Readonly<Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>>
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>
}

const require = createRequire(import.meta.url)

const load = (): ReadonlyArray<IconSet> => [
  require("@iconify-json/fa6-solid/icons.json"),
  require("@iconify-json/fa6-brands/icons.json")
]

let sets: ReadonlyArray<IconSet> | undefined

/** The SVG of an icon of Font Awesome by its name, such as `gear`; `undefined` if there is none. */
export const fontAwesome = (name: string): string | undefined => {
  sets ??= load()
  for (const { aliases = {}, height = 512, icons, width = 512 } of sets) {
    const parent = Object.hasOwn(aliases, name) ? aliases[name]?.parent : name
    const icon = parent !== undefined && Object.hasOwn(icons, parent) ? icons[parent] : undefined
    if (icon === undefined) continue
    const box = `0 0 ${icon.width ?? width} ${icon.height ?? height}`
    return `<svg class="icon" viewBox="${box}" aria-hidden="true">${icon.body}</svg>`
  }
  return undefined
}
