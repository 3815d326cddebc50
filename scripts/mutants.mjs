/**
 * `npm run mutants`: changes the sources of core in small ways, one at a time, and finds the changes that no test
 * notices. Arguments after `--`: `--only access,merge/Diff` for some folders or files, `--sample 50` for so many
 * mutants, chosen by `--seed N`, `--workers N` for so many folders at a time, `--tests core/test/content/merge/` for
 * other tests than the tests of the folders, `--json FILE` for all results. Exits with 1 if a mutant survives that is
 * not in `scripts/mutants.json`, which lists mutants that change nothing, each with its reason.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, sep } from "node:path"
import { parseArgs } from "node:util"
import { filesBelow, sampleOf, summaryOf } from "./lib/mutants/choice.mjs"
import { mutantsOf, nameOf } from "./lib/mutants/mutants.mjs"
import { everyTest, startsMore, testsOf } from "./lib/mutants/settings.mjs"
import { testMutants } from "./lib/mutants/supervise.mjs"
import { Failure, main, root } from "./lib/toolchain.mjs"

const source = "packages/core/src"

const options = parseArgs({
  options: {
    only: { type: "string" },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "2" },
    tests: { type: "string" },
    json: { type: "string" }
  }
}).values

/** The sources in a folder, or the one at a path. */
const sourcesOf = (path) =>
  path.endsWith(".ts")
    ? [path]
    : readdirSync(join(root, path), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .sort()
        .map((name) => `${path}/${name.split(sep).join("/")}`)

const allMutants = () =>
  Object.keys(testsOf).flatMap((folder) =>
    sourcesOf(`${source}/${folder}`).flatMap((file) =>
      mutantsOf(file, readFileSync(join(root, file), "utf8")).map((mutant) => ({ ...mutant, folder }))
    )
  )

await main(async () => {
  const all = allMutants()
  const explained = new Map(
    JSON.parse(readFileSync(join(root, "scripts/mutants.json"), "utf8")).map((entry) => [nameOf(entry), entry])
  )
  const known = new Set(all.map(nameOf))
  const gone = [...explained.keys()].filter((name) => !known.has(name))
  if (gone.length > 0) throw new Failure(`scripts/mutants.json has mutants that do not exist:\n${gone.join("\n")}`)

  const only = options.only?.split(",")
  const inOnly = all.filter(
    ({ file }) => only === undefined || only.some((each) => file.startsWith(`${source}/${each}`))
  )
  const chosen = options.sample === undefined ? inOnly : sampleOf(inOnly, Number(options.sample), Number(options.seed))
  if (chosen.length === 0) throw new Failure(`no mutants in ${options.only}`)
  const mutants = chosen.map((mutant, id) => ({ ...mutant, id }))
  const inFolder = (folder) => mutants.filter((mutant) => mutant.folder === folder)
  const folders = [...new Set(mutants.map(({ folder }) => folder))]
  // Measuring takes longer than a few mutants, so folders that have no more than that are measured together.
  const few = folders.filter((folder) => inFolder(folder).length < 10)
  const groups = [
    ...folders.filter((folder) => !few.includes(folder)).map((folder) => [folder]),
    ...[0, 1].map((half) => few.filter((_, at) => at % 2 === half))
  ]

  console.log(`${mutants.length} mutants of ${all.length}`)
  const results = new Map()
  const onResult = (id, result) => {
    results.set(id, result)
    if (result.survived) {
      const { file, line, mutated, original } = mutants[id]
      const isExplained = explained.has(nameOf(mutants[id]))
      const after = mutated === "" ? "removed" : mutated
      console.log(`${isExplained ? "explained" : "SURVIVED"} ${file}:${line} (${result.tests} tests)`)
      console.log(`  ${original}\n  ${after}`)
    }
    if (results.size % 50 === 0) console.log(`${results.size} of ${mutants.length}`)
  }
  const workers = Number(options.workers)
  const broken = []
  const testFolders = async () => {
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const own = group.flatMap(inFolder)
      if (own.length === 0) continue
      const tests = filesBelow(options.tests?.split(",") ?? group.flatMap((folder) => testsOf[folder]))
      const names = group.join(", ")
      const onMeasured = ({ measured, seconds }) =>
        console.log(`${names}: ${own.length} mutants, ${measured} tests, which take ${seconds} s without any`)
      broken.push(...(await testMutants({ mutants: own, tests, onMeasured, onResult })))
    }
  }
  await Promise.all(Array.from({ length: workers }, testFolders))
  const unnoticed = mutants.filter((mutant) => results.get(mutant.id).survived && !explained.has(nameOf(mutant)))
  if (unnoticed.length > 0 && options.tests === undefined && broken.length === 0) {
    const folder = mkdtempSync(join(tmpdir(), "lectern-coverage-"))
    const all = {
      tests: filesBelow(everyTest).filter((file) => !startsMore.test(readFileSync(join(root, file), "utf8"))),
      mutants: unnoticed,
      coverage: join(folder, "coverage.json"),
      onResult
    }
    const onMeasured = ({ measured, seconds }) =>
      console.log(`${unnoticed.length} survivors again, on ${measured} tests, which take ${seconds} s without any`)
    // Some tests fail only because sources with switches take longer; they are not run.
    await testMutants({ ...all, chosen: [], onMeasured })
    const shares = Array.from({ length: workers }, (_, worker) =>
      unnoticed.filter((_, index) => index % workers === worker)
    )
    await Promise.all(shares.filter(({ length }) => length > 0).map((chosen) => testMutants({ ...all, chosen })))
    rmSync(folder, { recursive: true })
  }
  if (broken.length > 0) {
    throw new Failure(broken.map((test) => `${test.broken} ${test.name ?? ""} fails: ${test.error}`).join("\n"))
  }
  const found = mutants.map((mutant) => ({
    ...mutant,
    ...results.get(mutant.id),
    reason: explained.get(nameOf(mutant))?.reason
  }))
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(found, undefined, 2)}\n`)
  const { failures, lines } = summaryOf(found)
  for (const line of lines) console.log(line)
  if (failures.length > 0) throw new Failure(failures.join("\n"))
})
