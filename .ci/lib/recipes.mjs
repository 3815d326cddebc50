/** The recipes of the manual: the text of the page, and a shell that runs it. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root, run } from "./project.mjs"

/** The program of this checkout. */
export const program = join(root, "packages/server/bin/lectern.mjs")

/** The blocks of a page that are marked `sh recipe`, in order, by the heading that they are under. */
export const recipesOf = (page) => {
  const found = new Map()
  let heading = ""
  const text = readFileSync(join(root, page), "utf8")
  for (const [, title, block] of text.matchAll(/^#+ (.+)$|^```sh recipe\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title
    else found.set(heading, [...(found.get(heading) ?? []), block])
  }
  return found
}

/** Puts `npx lectern`, which runs the program of this checkout, into a folder for the path. */
export const makeBin = (folder) => {
  const lines = ["#!/bin/sh", "shift", `exec "${process.execPath}" "${program}" "$@"`]
  writeFileSync(join(folder, "npx"), `${lines.join("\n")}\n`, { mode: 0o755 })
}

/** Runs a block as a script that stops at the first failure, and returns its output. */
export const runBlock = (block, cwd, options) => run("bash", ["-eu", "-o", "pipefail", "-c", block], cwd, options)
