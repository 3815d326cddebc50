/** Rewrites imports of Effect's modules to import each by its own name. */

const whole = /^import (type )?\{([^}]*)\} from "effect"$/gm

/** The import of one module (`Schema`, `type Clock` or `Array as Arr`) or function (`identity`, `pipe`). */
const single = (allTypes, specifier) => {
  const [, type, name, alias] = /^(type )?(\w+)(?: as (\w+))?$/.exec(specifier.trim())
  if (/^[a-z]/.test(name)) return `import { ${specifier.trim()} } from "effect/Function"`
  return `import ${allTypes || type ? "type " : ""}* as ${alias ?? name} from "effect/${name}"`
}

/**
 * Replaces `import { Effect, Schema } from "effect"` in a source text with one import per module; changes nothing else.
 */
export const byModule = (text) =>
  text.replaceAll(whole, (_, allTypes, names) =>
    names
      .split(",")
      .filter((name) => name.trim() !== "")
      .map((name) => single(allTypes, name))
      .join("\n")
  )
