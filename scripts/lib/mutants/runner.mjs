/**
 * Runs tests on one mutant after another in one process, so that nothing is loaded or compiled again. First every test
 * runs once, and the mutants that it reaches are noted; then each mutant is tested by the tests that reach it, until
 * one fails.
 */

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startTests } from "@vitest/runner"
import * as FastCheck from "effect/FastCheck"
import { VitestTestRunner } from "vitest/runners"
import { getFn } from "vitest/suite"

const plan = JSON.parse(readFileSync(process.env.LECTERN_MUTANTS, "utf8"))

/** The active mutant, and the notes about the switches that are passed. */
const state = { active: -1, reached: undefined, passed: 0, most: Number.POSITIVE_INFINITY }

globalThis.__mutant = (id) => {
  if (++state.passed > state.most) throw new Error("The mutant repeats something without end.")
  state.reached?.add(id)
  return id === state.active
}

const report = (line) => appendFileSync(plan.results, `${JSON.stringify(line)}\n`)

/** The time that this process has computed, in milliseconds. Other programs slow a test down, but do not count here. */
const computed = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

/** The longest that a test may compute on a mutant, which may need more than without. */
const limitOf = (milliseconds) => 5_000 + 8 * milliseconds

/** How often a test is checked, and how often in a row it may have been idle before it counts as stuck. */
const interval = 500
const idleAtMost = 20

/** Fails once a test has computed for too long, or waits for an event that does not come. */
const watch = (milliseconds) => {
  const began = computed()
  let last = began
  let idle = 0
  let timer
  const late = new Promise((_, reject) => {
    timer = setInterval(() => {
      const now = computed()
      idle = now - last < 10 ? idle + 1 : 0
      last = now
      if (idle > idleAtMost) reject(new Error("The test waits for something that does not come."))
      if (now - began > limitOf(milliseconds)) reject(new Error("The test takes too long."))
    }, interval)
  })
  return { late, stop: () => clearInterval(timer) }
}

/** The name of a suite over any storage. */
const nameOverAnyStorage = (name) => name.replace(/'(?:memory|sqlite|postgres)/, "'memory")

/** Whether a suite runs tests over a storage that another suite next to it runs over the one in memory. */
const isRepeated = ({ file, name, suite }) => {
  const inMemory = nameOverAnyStorage(name)
  return inMemory !== name && (suite ?? file).tasks.some((other) => other.name === inMemory)
}

/** Runs some tests of a file. */
class FileRunner extends VitestTestRunner {
  /** The tests to run by their position, with the time and the switches that each took; all, if there is none. */
  wanted = undefined
  /** The results of each test that ran: `reached`, `passed`, `milliseconds` and `failed`. */
  ran = new Map()
  #positions = new Map()
  #reachedBySuites = new Map()

  async importFile(path, source) {
    if (source === "collect") this.workerState.moduleCache.delete(path)
    return super.importFile(path, source)
  }

  onCollected([file]) {
    const keep = (task) => {
      if (task.type !== "test") {
        const kept = task.tasks.map(keep).some((is) => is) && !isRepeated(task)
        if (!kept) task.mode = "skip"
        return kept
      }
      const position = this.#positions.size
      this.#positions.set(task, position)
      if (this.wanted !== undefined && !this.wanted.has(position)) task.mode = "skip"
      return task.mode === "run" || task.mode === "queued"
    }
    keep(file)
  }

  async onBeforeRunSuite(suite) {
    await super.onBeforeRunSuite(suite)
    this.#reachedBySuites.set(suite, new Set())
    if (state.reached !== undefined) state.reached = this.#reachedBySuites.get(suite)
  }

  async onAfterRunSuite(suite) {
    this.workerState.current = suite.suite ?? suite.file
    if (state.reached !== undefined) state.reached = this.#reachedBySuites.get(suite.suite ?? suite.file) ?? new Set()
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    if (test.mode === "skip") return
    const before = this.wanted?.get(this.#positions.get(test))
    test.began = computed()
    state.passed = 0
    state.most = before === undefined ? Number.POSITIVE_INFINITY : 1_000_000 + 100 * before.passed
    if (state.reached !== undefined) state.reached = new Set()
    // If it never comes back to the timer of `watch`, the process that started this one ends it.
    const milliseconds = before === undefined ? 120_000 : 4 * limitOf(before.milliseconds)
    report({ test: test.name, mutant: state.active, milliseconds })
  }

  async runTask(test) {
    const before = this.wanted?.get(this.#positions.get(test))
    if (before === undefined) return getFn(test)()
    const { late, stop } = watch(before.milliseconds)
    try {
      await Promise.race([getFn(test)(), late])
    } finally {
      stop()
    }
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test)
    if (test.mode === "skip") return
    const around = []
    for (let suite = test.suite ?? test.file; suite !== undefined; suite = suite.suite) {
      around.push(...(this.#reachedBySuites.get(suite) ?? []))
    }
    this.ran.set(this.#positions.get(test), {
      reached: [...new Set([...(state.reached ?? []), ...around])],
      passed: state.passed,
      milliseconds: computed() - test.began,
      failed: test.result?.state === "fail" ? String(test.result.errors?.[0]?.message).slice(0, 300) : undefined,
      name: test.name
    })
    if (state.reached !== undefined) state.reached = this.#reachedBySuites.get(test.suite ?? test.file) ?? new Set()
    if (this.wanted !== undefined && test.result?.state === "fail") this.cancelRun = true
    state.most = Number.POSITIVE_INFINITY
  }
}

const failed = (task) => task.result?.state === "fail" || (task.tasks ?? []).some(failed)

/** The runner that vitest knows. It has one empty file, and does the work before that is run. */
export default class MutantRunner extends VitestTestRunner {
  /** The files whose tests pass only after those before them. */
  #together = new Set()

  async #run(file, wanted, active) {
    const runner = new FileRunner(this.config)
    Object.defineProperty(runner, "__vitest_executor", { value: this.__vitest_executor, configurable: true })
    runner.wanted = wanted
    state.active = active
    try {
      const [task] = await startTests([join(plan.root, file)], runner)
      return { ran: runner.ran, failed: failed(task), error: task.result?.errors?.[0]?.message }
    } finally {
      state.active = -1
    }
  }

  /** Measures what each test reaches, how long it takes, and which tests fail without any mutant. */
  async #measure() {
    if (existsSync(plan.coverage)) return JSON.parse(readFileSync(plan.coverage, "utf8"))
    const measured = []
    for (const file of plan.tests) {
      state.reached = new Set()
      const { error, failed: isBroken, ran } = await this.#run(file, undefined, -1)
      state.reached = undefined
      report({ file, seconds: Math.round([...ran.values()].reduce((sum, test) => sum + test.milliseconds, 0) / 1000) })
      if (isBroken && ran.size === 0) report({ broken: file, error: String(error) })
      for (const [position, test] of ran) {
        if (test.failed === undefined) measured.push({ file, position, ...test })
        else report({ broken: file, name: test.name, error: test.failed })
      }
    }
    writeFileSync(plan.coverage, JSON.stringify(measured))
    return measured
  }

  /** Runs tests on a mutant until one fails, which is the result. */
  async #firstThatFails(mutant, tests, measured) {
    const byFile = new Map()
    for (const test of tests) byFile.set(test.file, [...(byFile.get(test.file) ?? []), test])
    for (const [file, some] of byFile) {
      const chosen = this.#together.has(file) ? measured.filter((test) => test.file === file) : some
      const wanted = new Map(chosen.map((test) => [test.position, test]))
      const { failed: isKilled, ran } = await this.#run(file, wanted, mutant)
      if (!isKilled) continue
      const [position, found] = [...ran].find(([, test]) => test.failed !== undefined) ?? [chosen[0].position, {}]
      const test = wanted.get(position)
      test.kills++
      const needed = this.#together.has(file) ? wanted : new Map([[position, test]])
      return { file, wanted: needed, name: found.name, error: found.failed }
    }
  }

  /** The first test that fails on a mutant. Tests that found many mutants in little time run first. */
  async #killer(mutant, measured) {
    const reaching = measured.filter(({ reached }) => reached.has(mutant))
    const worth = ({ kills, milliseconds }) => (kills + 1) / (milliseconds + 50)
    const sorted = reaching.sort((one, other) => worth(other) - worth(one))
    for (const tests of [...sorted.slice(0, 6).map((test) => [test]), sorted.slice(6)]) {
      const killer = await this.#firstThatFails(mutant, tests, measured)
      if (killer !== undefined) return killer
    }
    return { tests: reaching.length }
  }

  /** The result for a mutant; `undefined` if tests fail in this process from now on, even without it. */
  async #verdict(id, measured) {
    for (;;) {
      const { error, file, name, tests, wanted } = await this.#killer(id, measured)
      if (file === undefined) return { mutant: id, survived: true, tests }
      if (!(await this.#run(file, wanted, -1)).failed) return { mutant: id, killed: file, name, error }
      if (this.#together.has(file) || (await this.#run(file, undefined, -1)).failed) return undefined
      this.#together.add(file)
    }
  }

  async onBeforeRunFiles() {
    // The first counterexample is enough; looking for the smallest one takes long.
    FastCheck.configureGlobal({ ...FastCheck.readConfigureGlobal(), endOnFailure: true })
    const began = performance.now()
    const measured = (await this.#measure()).map((test) => ({ ...test, kills: 0, reached: new Set(test.reached) }))
    report({ measured: measured.length, seconds: Math.round((performance.now() - began) / 1000) })
    let isFresh = true
    for (const id of plan.todo) {
      report({ begun: id })
      const verdict = await this.#verdict(id, measured)
      if (verdict === undefined && !isFresh) {
        report({ spoilt: id })
        return
      }
      report(verdict ?? { mutant: id, killed: "everything after it" })
      isFresh = false
    }
    report({ ended: true })
  }
}
