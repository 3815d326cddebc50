/**
 * Installs the packages with the lowest and with the highest versions that their peer dependencies allow, each in an
 * empty project, type-checks all their exports, and runs a program with each.
 */
import { ok } from "node:assert/strict"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  addressesOf,
  everything,
  install,
  pack,
  programOf,
  root,
  run,
  runChecks,
  sqlite,
  strictest
} from "./lib/project.mjs"

const folder = mkdtempSync(join(tmpdir(), "lectern-peers-"))
const tarballs = pack(join(folder, "tarballs"), "--no-reference")
const ours = (names) => Object.fromEntries(names.map((name) => [name, `file:${tarballs.get(name)}`]))

/** The ranges of the peer dependencies of some packages, except each other. */
const rangesOf = (names) =>
  Object.assign(
    {},
    ...names.map((name) => {
      const manifest = JSON.parse(
        readFileSync(join(root, "packages", name.slice("@lectern/".length), "package.json"), "utf8")
      )
      const optional = manifest.peerDependenciesMeta ?? {}
      return Object.fromEntries(
        Object.entries(manifest.peerDependencies ?? {}).filter(
          ([peer]) => !peer.startsWith("@lectern/") && !(peer in optional)
        )
      )
    })
  )

const lowest = (ranges) =>
  Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, range.replace(/^\^/, "")]))

/** The checks of the packages that only need effect, and of those that also need the platform. */
const groups = {
  core: {
    names: ["core", "storage-memory", "storage-sql", "storage-sqlite", "importers", "node"],
    programs: ["smoke.mjs"],
    also: sqlite
  },
  "storage-postgres": { names: ["core", "storage-sql", "storage-postgres"], programs: ["postgres.mjs"] },
  http: { names: ["core", "storage-memory", "http", "reader", "console"], programs: ["http.mjs"] },
  "storage-testing": { names: ["core", "storage-memory", "storage-testing"], programs: ["suite.test.mjs"] }
}

const attempt =
  (group, { names, programs, also = {} }, pick) =>
  async () => {
    const packages = names.map((name) => `@lectern/${name}`)
    const ranges = rangesOf(packages)
    const project = mkdtempSync(join(folder, `${group}-`))
    const peers = pick(ranges)
    await install(project, { dependencies: { ...ours(packages), ...peers, ...also } })
    const installed = Object.keys(peers).map((name) => {
      const manifest = JSON.parse(readFileSync(join(project, "node_modules", name, "package.json"), "utf8"))
      return `${name} ${manifest.version}`
    })
    console.log(`     ${installed.join(", ")}`)
    writeFileSync(join(project, "everything.ts"), everything(addressesOf(project, packages)))
    const compilerOptions = {
      ...strictest,
      module: "NodeNext",
      moduleResolution: "NodeNext",
      typeRoots: [join(root, "node_modules/@types")]
    }
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["everything.ts"] }))
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], project)
    for (const program of ["readme.mjs", ...programs]) {
      const ofReadme = program === "readme.mjs"
      if (ofReadme && !names.includes("storage-sqlite")) continue
      const text = ofReadme
        ? programOf(join(root, "README.md"))
        : readFileSync(join(root, ".ci/peers", program), "utf8")
      writeFileSync(join(project, program), text)
      const vitest = [join(project, "node_modules/vitest/vitest.mjs"), "run"]
      const printed = await run(process.execPath, program.endsWith(".test.mjs") ? vitest : [program], project)
      ok(!/multiple versions of Effect/i.test(printed), printed)
    }
  }

try {
  const checks = Object.entries(groups).flatMap(([name, group]) => [
    [`${name} with the lowest versions`, attempt(name, group, lowest)],
    [`${name} with the highest versions`, attempt(name, group, (ranges) => ranges)]
  ])
  await runChecks(Object.fromEntries(checks))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
