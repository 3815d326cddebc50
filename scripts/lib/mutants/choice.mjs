/** The mutants and test files of a run, and its results. */
import { createHash } from "node:crypto"
import { readdirSync, statSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { root } from "../toolchain.mjs"
import { nameOf } from "./mutants.mjs"

/** The test files at paths below `packages`, which are files or folders, from the root of the workspace. */
export const filesBelow = (paths) => {
  const found = paths.flatMap((path) => {
    const place = join(root, "packages", path)
    if (statSync(place).isFile()) return [place]
    const names = readdirSync(place, { recursive: true, encoding: "utf8" })
    const files = names.filter((name) => name.endsWith(".test.ts") && !name.endsWith(".long.test.ts"))
    if (files.length === 0) throw new Error(`${path} has no tests`)
    return files.map((name) => join(place, name))
  })
  return [...new Set(found)].map((file) => relative(root, file).split(sep).join("/")).sort()
}

/** The name of a mutant without the floor of its file. */
const rankedName = ({ file, ...mutant }) => nameOf({ ...mutant, file: file.replace(/src\/[a-z]+\//, "src/") })

/**
 * So many mutants, chosen by a seed. Each is chosen by its name, so that a change of the sources changes few of them, and
 * a move to another floor none.
 */
export const sampleOf = (mutants, count, seed) => {
  const rank = (mutant) =>
    createHash("sha256")
      .update(`${seed} ${rankedName(mutant)}`)
      .digest("hex")
  const ranked = mutants.map((mutant) => [rank(mutant), mutant]).sort(([one], [other]) => (one < other ? -1 : 1))
  const chosen = new Set(ranked.slice(0, count).map(([, mutant]) => mutant))
  return mutants.filter((mutant) => chosen.has(mutant))
}

/**
 * A line for each folder, and a line for every problem: survivors without a reason, and reasons that are not needed.
 */
export const summaryOf = (found) => {
  const lines = ["folder", ...new Set(found.map(({ folder }) => folder)), "total"].map((folder) => {
    if (folder === "folder") return ["folder", "mutants", "killed", "explained", "survived"]
    const those = found.filter((each) => folder === "total" || each.folder === folder)
    const survived = those.filter((each) => each.survived)
    const explained = survived.filter(({ reason }) => reason !== undefined).length
    return [folder, those.length, those.length - survived.length, explained, survived.length - explained]
  })
  const saying = ({ file, line, mutated, original }) => `${file}:${line} ${original} => ${mutated || "removed"}`
  const failures = found.flatMap((each) => {
    if (each.survived && each.reason === undefined) return [`no test notices ${saying(each)}`]
    return !each.survived && each.reason !== undefined ? [`scripts/mutants.json explains a killed ${saying(each)}`] : []
  })
  const inColumns = lines.map(
    ([name, ...counts]) => name.padEnd(14) + counts.map((each) => String(each).padStart(10)).join("")
  )
  return { lines: inColumns, failures }
}
