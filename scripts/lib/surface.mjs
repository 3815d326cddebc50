/** The public surface of a package as text: the declarations of its public modules, taken from the published files. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
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

/** The names that a statement declares. */
const namesOf = ({ declaration }) =>
  (declaration?.declarations ?? [declaration]).flatMap((each) => (each?.id?.name === undefined ? [] : [each.id.name]))

/**
 * The names that a statement exports of another module of the package, with its file. Names that it imports for that
 * purpose count too.
 */
const exportedAgain = (file, program, statement) => {
  if (statement.type !== "ExportNamedDeclaration" || statement.declaration) return []
  const imported = new Map(
    program.body
      .filter(({ type }) => type === "ImportDeclaration")
      .flatMap(({ source, specifiers }) => specifiers.map(({ local }) => [local.name, source.value]))
  )
  return statement.specifiers.flatMap(({ exported, local }) => {
    const from = statement.source?.value ?? imported.get(local.name)
    if (!from?.startsWith(".") || exported.name !== local.name) return []
    return [{ name: local.name, file: join(dirname(file), from.replace(/\.js$/, ".d.ts")) }]
  })
}

/**
 * The declarations in a declaration file, without imports and comments, and the declarations that it re-exports from
 * other files, unless `isShown` says that these have a section of their own. The members of a union are sorted, since
 * the compiler writes them in the order in which its threads encounter them.
 */
export const declarationsOf = (file, text, isShown = () => true, wanted = undefined) => {
  const { comments, errors, program } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const kept = program.body.filter(
    (statement) =>
      statement.type !== "ImportDeclaration" &&
      !(statement.type === "ExportNamedDeclaration" && !statement.declaration && statement.specifiers.length === 0) &&
      (wanted === undefined || namesOf(statement).some((name) => wanted.has(name)))
  )
  const uncommented = (start, end) => {
    let written = ""
    let at = start
    for (const comment of comments.filter((each) => each.start >= start && each.end <= end)) {
      written += text.slice(at, comment.start)
      at = comment.end
    }
    // The place of a declaration, and whether the file imports it by name, do not matter to users.
    return (written + text.slice(at, end)).replace(/import\("[./][^"]*"\)\./g, "")
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
  return kept.flatMap((statement) => {
    const again = exportedAgain(file, program, statement).filter((each) => !isShown(each.file))
    if (again.length > 0 && again.length === statement.specifiers.length) {
      const files = [...new Set(again.map((each) => each.file))]
      return files.flatMap((other) => {
        const names = new Set(again.filter((each) => each.file === other).map(({ name }) => name))
        return declarationsOf(other, readFileSync(other, "utf8"), isShown, names)
      })
    }
    const lines = written(statement, unionsIn([statement])).split("\n")
    const trimmed = lines.map((line) => line.trimEnd())
    return [trimmed.filter((line) => line !== "").join("\n")]
  })
}

/** The surface of the package in a folder, which must be built. */
export const surfaceOf = (folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const addresses = new Map()
  const dist = (module) => join(folder, "dist", module.replace(/\.ts$/, ".d.ts"))
  const shown = new Set([...publicModules(manifest).values()].map(dist))
  const sections = [...publicModules(manifest)].map(([address, module]) => {
    if (addresses.has(module)) return `== ${address}\n\nThe same as ${addresses.get(module)}.\n`
    addresses.set(module, address)
    const file = dist(module)
    const declared = declarationsOf(file, readFileSync(file, "utf8"), (other) => shown.has(other))
    return `== ${address}\n\n${declared.join("\n")}\n`
  })
  return [`What ${manifest.name} exports. Written by \`npm run generate\`.\n`, ...sections].join("\n")
}
