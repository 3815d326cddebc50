/** The shell commands of the manual. */

import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { needs } from "@lectern/storage-testing/needs"
import { bundledProgram } from "../build.js"
import { type Block, blocks, pages } from "./blocks.js"

/** A script of `package.json`, with the variables before it and the arguments after `--`. */
export interface NpmScript {
  readonly name: string
  readonly variables: ReadonlyArray<string>
  readonly args: ReadonlyArray<string>
}

const npm = /^((?:[A-Z_]+=\S+ )*)npm (?:run )?([\w:-]+)(?: -- (.*))?$/

const install = /^npm install (?:--save-dev )?(@lectern\/.+)$/

/** The scripts that a block runs, if it runs only scripts; `install` with the names of packages is one of them. */
export const npmScripts = ({ text }: Block): ReadonlyArray<NpmScript> | undefined => {
  const found: Array<NpmScript> = []
  for (const line of text.trim().split("\n")) {
    const installed = install.exec(line)?.[1]
    if (installed !== undefined) {
      found.push({ name: "install", variables: [], args: installed.split(" ") })
      continue
    }
    const match = npm.exec(line)
    if (match === null) return undefined
    found.push({
      name: match[2]!,
      variables: match[1]!.split(" ").flatMap((part) => part.split("=")[0] || []),
      args: match[3]?.split(" ") ?? []
    })
  }
  return found
}

/** A block to run and the answer that is shown after it, if there is one. */
export interface Step {
  readonly block: Block
  readonly answer: Block | undefined
}

/** The steps of a page, in order, without the recipes, which `.ci/recipes.mjs` runs. */
export const stepsOf = (file: string): ReadonlyArray<Step> => {
  const own = blocks.filter((block) => block.file === file)
  return own.flatMap((block, index) => {
    const next = own[index + 1]
    return block.language === "sh" && !block.flags.includes("recipe")
      ? [{ block, answer: next?.flags.includes("answer") ? next : undefined }]
      : []
  })
}

/** The pages that have something to run. */
export const pagesWithSteps = pages.filter((file) => stepsOf(file).some(({ block }) => npmScripts(block) === undefined))

/** The output of a step. */
export interface Outcome {
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** Puts programs into a folder for the path: `npx lectern`, which runs the bundled program. */
export const makeBin = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  const lines = [
    "#!/bin/sh",
    'if [ "$1" != lectern ]; then echo "npx: only lectern is here, not $1" >&2; exit 1; fi',
    "shift",
    `exec "${process.execPath}" "${bundledProgram}" "$@"`
  ]
  writeFileSync(join(folder, "npx"), `${lines.join("\n")}\n`, { mode: 0o755 })
}

/**
 * Runs the steps of a page in one shell, as a reader pastes them one after another. A step that fails ends the page.
 * `edit` changes the text of each, `bin` comes first on the path.
 */
export const runSteps = async (
  steps: ReadonlyArray<Step>,
  options: { readonly cwd: string; readonly bin: string; readonly out: string; readonly edit: (text: string) => string }
): Promise<ReadonlyArray<Outcome>> => {
  needs("bash")
  rmSync(options.out, { recursive: true, force: true })
  mkdirSync(options.out)
  const file = (name: string) => join(options.out, name)
  const script = steps.flatMap(({ block }, i) => [
    `exec >'${file(`${i}.out`)}' 2>'${file(`${i}.err`)}'`,
    options.edit(block.text),
    `echo 0 >'${file(`${i}.code`)}'`
  ])
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("LECTERN_"))
  const shell = spawn("bash", ["-eu", "-o", "pipefail"], {
    cwd: options.cwd,
    env: { ...Object.fromEntries(environment), PATH: `${options.bin}:${process.env.PATH}` },
    stdio: ["pipe", "ignore", "inherit"]
  })
  shell.stdin.end(script.join("\n"))
  await new Promise((resolve, reject) => {
    shell.once("error", reject)
    shell.once("close", resolve)
  })
  const content = (name: string): string | undefined => {
    try {
      return readFileSync(file(name), "utf8")
    } catch {
      return undefined
    }
  }
  return steps.map((_, i) => ({
    code: content(`${i}.code`) === undefined ? undefined : 0,
    stdout: content(`${i}.out`) ?? "",
    stderr: content(`${i}.err`) ?? ""
  }))
}
