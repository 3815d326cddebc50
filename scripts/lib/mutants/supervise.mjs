/** Runs the tests of mutants in a process that is replaced when a mutant hangs it, or leaves state behind in it. */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { root } from "../toolchain.mjs"

/**
 * The time in milliseconds that a process may take for anything that has no limit of its own, such as loading
 * everything.
 */
const patience = 120_000

const signals = ["SIGINT", "SIGTERM"]

const linesOf = (file) => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [])

/** Runs one process until it ends or hangs. */
const runOnce = async (folder, plan, onLine) => {
  writeFileSync(join(folder, "plan.json"), JSON.stringify(plan))
  rmSync(plan.results, { force: true })
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const config = join(import.meta.dirname, "vitest.config.ts")
  const child = spawn(process.execPath, [vitest, "run", "--config", config], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LECTERN_MUTANTS: join(folder, "plan.json") }
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-5_000)
    })
  }
  let hasEnded = false
  child.once("close", () => {
    hasEnded = true
  })
  let seen = 0
  let limit = Date.now() + patience
  let hangs = false
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL")
    } catch {
      // It has ended.
    }
  }
  const end = () => process.exit(1)
  process.once("exit", stop)
  for (const signal of signals) process.once(signal, end)
  for (let isLast = false; !isLast; ) {
    isLast = hasEnded
    for (const line of linesOf(plan.results).slice(seen)) {
      seen++
      const said = JSON.parse(line)
      limit = Date.now() + (said.milliseconds ?? 0) + patience
      onLine(said)
    }
    if (!hasEnded && Date.now() > limit) {
      hangs = true
      stop()
    }
    if (!hasEnded) await setTimeout(100)
  }
  process.removeListener("exit", stop)
  for (const signal of signals) process.removeListener(signal, end)
  stop()
  return { hangs, output }
}

/**
 * Tests mutants, or the ones in `chosen`, and calls back with the result of each. Returns the tests that fail without
 * any mutant. The reach of each test is kept in the file `coverage`, and read from there if it has been measured.
 */
export const testMutants = async ({ chosen, coverage, mutants, onMeasured = () => {}, onResult, tests }) => {
  const folder = mkdtempSync(join(tmpdir(), "lectern-mutants-"))
  const clean = () => rmSync(folder, { recursive: true, force: true })
  process.once("exit", clean)
  const broken = []
  let todo = (chosen ?? mutants).map(({ id }) => id)
  const count = todo.length
  const results = join(folder, "results")
  const plan = { root, mutants, tests, results, coverage: coverage ?? join(folder, "coverage.json") }
  try {
    do {
      let current
      let hasRun = false
      const left = new Set(todo)
      const onLine = (said) => {
        if (said.measured !== undefined) {
          if (todo.length === count) onMeasured(said)
          hasRun = true
        }
        if (said.broken !== undefined) broken.push(said)
        if (said.begun !== undefined) current = said.begun
        if (said.mutant === undefined || said.test !== undefined) return
        left.delete(said.mutant)
        onResult(said.mutant, said)
      }
      const before = left.size
      const { hangs, output } = await runOnce(folder, { ...plan, todo }, onLine)
      if (!hasRun) throw new Error(`the tests do not run without mutants:\n${output}`)
      if (todo.length > 0 && (hangs || (left.has(current) && left.size === before))) {
        // A mutant that ends the process is noticed in the same way as one that hangs it.
        left.delete(current)
        onResult(current, { killed: hangs ? "no end" : "the process ends" })
      }
      todo = [...left].sort((one, other) => Number(other === current) - Number(one === current) || one - other)
      if (broken.length > 0 && coverage === undefined) return broken
    } while (todo.length > 0)
    return broken
  } finally {
    process.removeListener("exit", clean)
    clean()
  }
}
