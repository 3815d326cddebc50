/** The public surface of a package as text: what its public modules declare, from the declarations that are published. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "oxc-parser"
import { publicModules } from "./packing.mjs"

/** What a file of declarations declares, without its imports and comments. */
export const declarationsOf = (file, text) => {
  const { comments, errors, program } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const kept = program.body.filter(
    (statement) =>
      statement.type !== "ImportDeclaration" &&
      !(statement.type === "ExportNamedDeclaration" && !statement.declaration && statement.specifiers.length === 0)
  )
  const textOf = ({ start, end }) => {
    const inside = comments.filter((comment) => comment.start >= start && comment.end <= end)
    let written = ""
    let at = start
    for (const comment of inside) {
      written += text.slice(at, comment.start)
      at = comment.end
    }
    return (written + text.slice(at, end))
      .split("\n")
      .map((line) => line.trimEnd())
      .filter((line) => line !== "")
      .join("\n")
  }
  return kept.map(textOf)
}

/** The surface of the package in a folder, which is built. */
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
