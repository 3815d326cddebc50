/** Rewrites imports of Effect's modules to import each by its own name. */

const whole = /^import (type )?\{([^}]*)\} from "(effect|@effect\/platform)"$/gm

/** The import of one module (`Schema`, `type Clock` or `Array as Arr`) or function (`identity`, `pipe`). */
const single = (allTypes, specifier, from) => {
  const [, type, name, alias] = /^(type )?(\w+)(?: as (\w+))?$/.exec(specifier.trim())
  if (/^[a-z]/.test(name)) return `import { ${specifier.trim()} } from "effect/Function"`
  return `import ${allTypes || type ? "type " : ""}* as ${alias ?? name} from "${from}/${name}"`
}

/**
 * Replaces `import { Effect, Schema } from "effect"` in a source text with one import per module; changes nothing else.
 */
export const byModule = (text) =>
  text.replaceAll(whole, (_, allTypes, names, from) =>
    names
      .split(",")
      .filter((name) => name.trim() !== "")
      .map((name) => single(allTypes, name, from))
      .join("\n")
  )
