import { describe, expect, it } from "vitest"
import { compileProblem, installArguments, mustInstall, nodeProblem } from "../lib/toolchain.mjs"

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

  it("installs the tools only for development", () => {
    expect(installArguments(true)).toContain("--include=dev")
    expect(installArguments(false)).toContain("--omit=dev")
  })

  it("names the build tools that are missing, in one line, only where better-sqlite3 was the reason", () => {
    const output = "npm error path /x/node_modules/better-sqlite3\nnpm error gyp ERR! find Python"
    expect(compileProblem(output, ["python3"])).toContain("please install python3 (python3, make and g++ are needed)")
    expect(compileProblem(output, ["python3", "make", "g++"])).toContain("please install python3, make and g++ (")
    expect(compileProblem(output, ["python3", "make"])?.split("\n")).toHaveLength(1)
    expect(compileProblem(`${output}\nnpm error gyp ERR! stack Error: not found: nodejs.org\nmore`, [])).toBe(
      "No prebuilt better-sqlite3 could be fetched, and compiling it failed: Error: not found: nodejs.org"
    )
    expect(compileProblem(`${output}\nnpm error ../src/a.cpp:1:2: error: no member\nmore`, [])).toMatch(
      /: error: no member$/
    )
    expect(compileProblem("npm error network ETIMEDOUT", ["python3"])).toBeUndefined()
  })
})
