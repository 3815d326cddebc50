/** The public surface of a package as text: the declarations of its public modules, taken from the published files. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { publicModules } from "./packing.mjs"

/** The outermost unions in a syntax tree. */
const unionsIn = (node, found = []) => {
  if (Array.isArray(node)) for (const each of node) unionsIn(each, found)
  else if (typeof node?.type === "string") {
    if (node.type === "TSUnionType") found.push(node)
    else for (const value of Object.values(node)) if (typeof value === "object") unionsIn(value, found)
  }
  return found
}

/**
 * The declarations in a declaration file, without imports and comments. The members of a union are sorted, since the
 * compiler writes them in the order in which its threads encounter them.
 */
export const declarationsOf = (file, text) => {
  const { comments, errors, program } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const kept = program.body.filter(
    (statement) =>
      statement.type !== "ImportDeclaration" &&
      !(statement.type === "ExportNamedDeclaration" && !statement.declaration && statement.specifiers.length === 0)
  )
  const uncommented = (start, end) => {
    let written = ""
    let at = start
    for (const comment of comments.filter((each) => each.start >= start && each.end <= end)) {
      written += text.slice(at, comment.start)
      at = comment.end
    }
    return written + text.slice(at, end)
  }
  const written = (node, unions) => {
    let result = ""
    let at = node.start
    for (const union of unions) {
      const members = union.types.map((member) => written(member, unionsIn([member])))
      result += uncommented(at, union.start) + members.sort().join(" | ")
      at = union.end
    }
    return result + uncommented(at, node.end)
  }
  return kept.map((statement) =>
    written(statement, unionsIn([statement]))
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line) => line !== "")
      .join("\n")
  )
}

/** The surface of the package in a folder, which must be built. */
export const surfaceOf = (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const addresses = new Map()
  const sections = [...publicModules(manifest)].map(([address, module]) => {
    if (addresses.has(module)) return `== ${address}\n\nThe same as ${addresses.get(module)}.\n`
    addresses.set(module, address)
    const file = join(folder, "dist", module.replace(/\.ts$/, ".d.ts"))
    return `== ${address}\n\n${declarationsOf(file, readFileSync(file, "utf8")).join("\n")}\n`
  })
  return [`What ${manifest.name} exports. Written by \`npm run api\`.\n`, ...sections].join("\n")
}
