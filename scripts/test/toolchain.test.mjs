import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { headerSettings, installArguments, mustInstall, nodeProblem } from "../lib/toolchain.mjs"

describe("toolchain", () => {
  it("accepts Node from the least version on and refuses older ones", () => {
    expect(nodeProblem("20.11.0")).toBeUndefined()
    expect(nodeProblem("20.20.2")).toBeUndefined()
    expect(nodeProblem("22.0.0")).toBeUndefined()
    expect(nodeProblem("20.9.9")).toBe("Lectern needs Node 20.11.0 or newer; this is 20.9.9.")
    expect(nodeProblem("18.99.99")).toContain("this is 18.99.99")
  })

  it("installs where nothing is installed and where the lock file is newer", () => {
    expect(mustInstall(5, undefined)).toBe(true)
    expect(mustInstall(5, 4)).toBe(true)
    expect(mustInstall(5, 5)).toBe(false)
    expect(mustInstall(5, 6)).toBe(false)
  })

  it("compiles with the headers beside Node, if there are any", () => {
    const folder = mkdtempSync(join(tmpdir(), "lectern-node-"))
    try {
      const program = join(folder, "bin/node")
      expect(headerSettings(program)).toEqual({})
      mkdirSync(join(folder, "include/node"), { recursive: true })
      writeFileSync(join(folder, "include/node/node.h"), "")
      expect(headerSettings(program)).toEqual({ npm_config_nodedir: folder })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("installs the tools only for development", () => {
    expect(installArguments(true)).toContain("--include=dev")
    expect(installArguments(false)).toContain("--omit=dev")
  })

  it.each([true, false])("runs no install scripts, since that may compile (for development: %s)", (forDevelopment) => {
    expect(installArguments(forDevelopment)).toContain("--ignore-scripts")
  })
})
