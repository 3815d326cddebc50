/** The completion of words, and the scripts in the shells that are installed here. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type CommandName, commands } from "../../src/command-line/Commands.js"
import { complete, completionLines } from "../../src/command-line/Completion.js"
import { optionsOf, parse } from "../../src/command-line/Parsing.js"
import { bundledProgram } from "../build.js"
import { temporaryFolder } from "../program.js"

const all = Object.keys(commands) as ReadonlyArray<CommandName>
/** The words that complete a line whose last word is at the cursor. */
const words = (line: string): ReadonlyArray<string> => {
  const given = line.split(" ")
  return complete(given.slice(0, -1), given.at(-1) ?? "").words.map(([word]) => word)
}
const pathOf = (line: string) => complete(line.split(" ").slice(0, -1), line.split(" ").at(-1) ?? "").path

describe("completion", () => {
  it.each([
    [
      "",
      [
        "start",
        "import",
        "export",
        "publish",
        "preview",
        "rollback",
        "audit",
        "purge",
        "check",
        "backup",
        "restore",
        "resume",
        "copy",
        "completion",
        "user",
        "access",
        "token",
        "keys",
        "help"
      ]
    ],
    ["re", ["restore", "resume"]],
    ["x", []],
    ["token ", ["create", "list", "rotate", "revoke"]],
    ["token c", ["create"]],
    ["token x ", []],
    ["help to", ["token"]],
    ["help token ", ["create", "list", "rotate", "revoke"]],
    ["help import ", []],
    ["start --storage ", ["sqlite", "memory"]],
    ["start --storage m", ["memory"]],
    ["start --storage=m", ["--storage=memory"]],
    ["--storage ", ["sqlite", "memory"]],
    ["--log-level w", ["warning"]],
    ["import x --source g", ["github-wiki", "google-docs"]],
    ["user add --role r", ["review", "read"]],
    ["import --title --spa", []],
    ["import docs --spa", ["--space"]],
    ["import docs --space s --spa", []],
    ["import docs --space=s --spa", []],
    ["check --js", ["--json"]],
    ["check -- --js", []],
    ["completion ", ["bash", "zsh", "fish"]],
    ["completion bash ", []],
    ["export space folder ", []],
    ["__proto__ ", []],
    ["import --__proto__=", []]
  ])("of %j", (line, expected) => expect(words(line)).toEqual(expected))

  it("offers paths where there are any", () => {
    expect(pathOf("import ")).toBe("file")
    expect(pathOf("export space ")).toBe("folder")
    expect(pathOf("export ")).toBeUndefined()
    expect(pathOf("start --data-dir ")).toBe("folder")
    expect(pathOf("start --import-docs ")).toBe("file")
    expect(pathOf("token create ")).toBeUndefined()
    expect(completionLines(["import", ""])).toBe(":file\n")
  })

  it.each(all)("offers every option of %s", (name) => {
    expect(words(`${name} --`)).toEqual(Object.keys(optionsOf(name)).map((flag) => `--${flag}`))
  })

  it("offers only what is understood there, and never fails", () => {
    const word = fc.oneof(
      fc.constantFrom(...all.flatMap((name) => name.split(" ")), "--json", "--space", "--", "help"),
      fc.string()
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), fc.constantFrom("", "-", "--", "c"), (before, current) => {
        for (const [candidate] of complete(before, current).words) {
          expect(candidate.startsWith(current)).toBe(true)
          const known = before.every((word) => !word.startsWith("-"))
          if (!candidate.startsWith("--") || !known) continue
          const request = parse([...before, candidate])
          if (request.kind === "wrong") expect(request.message).not.toMatch(/ no option .*--|twice/)
        }
      }),
      { numRuns: runs(200) }
    )
  })
})

const has = (shell: string): boolean => spawnSync(shell, ["--version"], { stdio: "ignore" }).error === undefined

describe("the scripts", () => {
  const [folder, remove] = temporaryFolder()
  const path = `${join(folder, "bin")}:${process.env.PATH}`
  const run = (shell: string, args: ReadonlyArray<string>, script: string): string =>
    execFileSync(shell, [...args], { cwd: folder, input: script, encoding: "utf8", env: { PATH: path, HOME: folder } })

  beforeAll(() => {
    mkdirSync(join(folder, "bin"))
    mkdirSync(join(folder, "handbook"))
    writeFileSync(join(folder, "handbook.zip"), "")
    writeFileSync(join(folder, "bin/lectern"), `#!/bin/sh\nexec "${process.execPath}" "${bundledProgram}" "$@"\n`, {
      mode: 0o755
    })
  })
  afterAll(remove)

  const cases: ReadonlyArray<readonly [line: string, expected: ReadonlyArray<string>]> = [
    ["lectern re", ["restore", "resume"]],
    ["lectern token ", ["create", "list", "rotate", "revoke"]],
    ["lectern start --storage ", ["sqlite", "memory"]],
    ["lectern token create --la", ["--label"]],
    ["lectern import hand", ["handbook", "handbook.zip"]],
    ["lectern export space ", ["bin", "handbook"]]
  ]

  it.runIf(has("bash"))("complete in bash", () => {
    const asked: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ...cases,
      // Bash cuts words at the equals sign.
      ["lectern start --storage = m", ["memory"]],
      ["lectern start --storage =", ["sqlite", "memory"]]
    ]
    const script = asked.map(
      ([line]) =>
        `COMP_WORDS=(${line.replace(/ $/, ' ""')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _lectern; printf '%s\\n' "\${COMPREPLY[@]}" --end--`
    )
    const setup = 'compopt() { :; }\neval "$(lectern completion bash)"\n'
    const printed = run("bash", ["--norc"], `${setup}${script.join("\n")}\n`).split("--end--\n")
    const sorted = printed.map((text) =>
      text
        .split("\n")
        .filter((line) => line !== "")
        .sort()
    )
    expect(sorted.slice(0, -1)).toEqual(asked.map(([, expected]) => [...expected].sort()))
  })

  it.runIf(has("fish"))("complete in fish", () => {
    const script = cases.map(([line]) => `complete -C '${line}' | string replace -r '\\t.*' ''; echo --end--`)
    const printed = run("fish", ["--no-config"], `lectern completion fish | source\n${script.join("\n")}\n`)
    const found = printed.split("--end--\n").map((text) => text.split("\n").filter((line) => line !== ""))
    const expected = cases.map(([, words]) => words.map((word) => (/^(handbook|bin)$/.test(word) ? `${word}/` : word)))
    expect(found.slice(0, -1).map((words) => [...words].sort())).toEqual(expected.map((words) => [...words].sort()))
  })

  it.runIf(has("zsh"))("are understood by zsh", () => {
    const script = `autoload -U compinit; compinit -D -u; eval "$(lectern completion zsh)"; whence -w _lectern; print \${_comps[lectern]}\n`
    expect(run("zsh", ["-f"], script)).toBe("_lectern: function\n_lectern\n")
  })
})
