/** Imports of Effect's modules by their own names. */

const whole = /^import (type )?\{([^}]*)\} from "effect"$/gm

/** One import of a module, `Schema`, `type Clock` or `Array as Arr`, or of a function: `identity`, `pipe`. */
const single = (allTypes, specifier) => {
  const [, type, name, alias] = /^(type )?(\w+)(?: as (\w+))?$/.exec(specifier.trim())
  if (/^[a-z]/.test(name)) return `import { ${specifier.trim()} } from "effect/Function"`
  return `import ${allTypes || type ? "type " : ""}* as ${alias ?? name} from "effect/${name}"`
}

/** A source text with `import { Effect, Schema } from "effect"` as one import for each module, and nothing else changed. */
export const byModule = (text) =>
  text.replaceAll(whole, (_, allTypes, names) =>
    names
      .split(",")
      .filter((name) => name.trim() !== "")
      .map((name) => single(allTypes, name))
      .join("\n")
  )
