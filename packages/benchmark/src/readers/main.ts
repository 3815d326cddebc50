/** `npm run bench -- readers`: builds the same manual with Lectern and with generators of sites, and compares what readers get. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import { brokenNodes } from "../browser/Accessibility.js"
import { launched } from "../browser/Chromium.js"
import { type FirstLoad, firstLoad } from "../browser/FirstLoad.js"
import { say } from "../CommandLine.js"
import { median } from "../Harness.js"
import { lectern, ran, type Usage, usageOf } from "../Programs.js"
import { largeManual } from "../reader/Manuals.js"
import { basename, publishedSite } from "../reader/PublishedSite.js"
import { generators, writeProject } from "./Generators.js"
import { type PlainPage, plainManual } from "./PlainManual.js"
import { pathIn, served } from "./StaticServer.js"

/** The number of pages that are loaded, and the number of pages that axe looks at. */
const loadedPages = 7
const checkedPages = 3

const { values: given } = parseArgs({
  options: { folder: { type: "string", default: join(tmpdir(), "lectern-readers") }, json: { type: "string" } }
})

/** A built site. */
interface Built extends Usage {
  readonly name: string
  readonly version: string
  readonly folder: string
}

const versionOf = (file: string): string => {
  const read: unknown = JSON.parse(readFileSync(file, "utf8"))
  return typeof read === "object" && read !== null ? String(Reflect.get(read, "version")) : ""
}

const installed = async (folder: string): Promise<string> => {
  mkdirSync(folder, { recursive: true })
  const modules = join(folder, "node_modules")
  copyFileSync(fileURLToPath(new URL("../../readers/package.json", import.meta.url)), join(folder, "package.json"))
  if (!existsSync(join(modules, "vitepress"))) {
    say(`installing the generators in ${folder}...`)
    await ran("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], {}, folder)
  }
  return modules
}

const withGenerators = async (folder: string, pages: ReadonlyArray<PlainPage>): Promise<ReadonlyArray<Built>> => {
  const modules = await installed(folder)
  const all: Array<Built> = []
  for (const generator of generators) {
    say(`${generator.name}...`)
    const project = join(folder, generator.name.toLowerCase())
    writeProject(generator, project, pages)
    const [program, ...args] = generator.build
    const quiet = { ASTRO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", CI: "true" }
    const usage = await usageOf(process.execPath, [join(modules, program), ...args], quiet, project)
    say(`${generator.name}: ${usage.seconds.toFixed(1)} CPU seconds, ${usage.megabytes.toFixed()} MB`)
    const version = versionOf(join(modules, generator.package, "package.json"))
    all.push({ name: generator.name, version, folder: join(project, generator.built), ...usage })
  }
  return all
}

const withLectern = Effect.fnUntraced(function* (pages: ReadonlyArray<PlainPage>) {
  const files = pages.map(({ markdown, path, title }) => ({
    path: `${path === "index" ? "README" : path}.md`,
    bytes: new TextEncoder().encode(`# ${title}\n\n${markdown}\n`)
  }))
  const site = yield* publishedSite({ name: "Manual", files })
  const folder = mkdtempSync(join(site.folder, "export-"))
  const args = [lectern, "publish", basename, folder, "--data-dir", site.folder]
  const usage = yield* Effect.promise(() => usageOf(process.execPath, args))
  const version = versionOf(fileURLToPath(new URL("../../package.json", import.meta.url)))
  const built: Built = { name: "Lectern", version, folder, ...usage }
  return built
})

/** Some pages that every site has, far apart, and not the first of their folders. */
const sharedPages = (sites: ReadonlyArray<Built>, pages: ReadonlyArray<PlainPage>): ReadonlyArray<string> => {
  const shared = pages.flatMap(({ path }) =>
    !path.endsWith("index") && sites.every(({ folder }) => pathIn(folder, path) !== undefined) ? [path] : []
  )
  if (shared.length < loadedPages) throw new Error(`the sites share only ${shared.length} pages`)
  return Array.from(
    { length: loadedPages },
    (_, i) => shared[Math.floor(((i + 0.5) * shared.length) / loadedPages)] ?? ""
  )
}

const measured = Effect.gen(function* () {
  const pages = plainManual(largeManual())
  const sites = [yield* withLectern(pages), ...(yield* Effect.promise(() => withGenerators(given.folder, pages)))]
  const chosen = sharedPages(sites, pages)
  const browser = yield* launched
  const open = yield* Effect.forEach(sites, (site) =>
    Effect.map(served(site.folder), (address) => ({
      site,
      addresses: chosen.map((page) => `${address}${pathIn(site.folder, page)}`),
      loads: [] as FirstLoad[]
    }))
  )
  return yield* Effect.promise(async () => {
    for (const [at, page] of chosen.entries()) {
      say(`loading ${page}...`)
      for (const { addresses, loads } of open) loads.push(await firstLoad(browser, addresses[at] ?? ""))
    }
    const results = []
    for (const { addresses, loads, site } of open) {
      say(`axe on ${site.name}...`)
      const { folder: _, ...built } = site
      const middle = (of: keyof FirstLoad) => median(loads.map((load) => load[of]))
      results.push({
        ...built,
        firstPaint: middle("firstPaint"),
        largestPaint: middle("largestPaint"),
        blocked: middle("blocked"),
        shift: middle("shift"),
        transferred: middle("transferred"),
        broken: await brokenNodes(browser, addresses.slice(0, checkedPages))
      })
    }
    return { pages: pages.length, loaded: chosen, sites: results }
  })
})

const result = await Effect.runPromise(Effect.scoped(measured))
if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(result, undefined, 2)}\n`)
const head = ["", ...result.sites.map(({ name, version }) => `${name} ${version}`)]
const lines: ReadonlyArray<readonly [string, (site: (typeof result.sites)[number]) => string]> = [
  ["build, CPU seconds", ({ seconds }) => seconds.toFixed(1)],
  ["build, peak MB", ({ megabytes }) => megabytes.toFixed()],
  ["transferred on first load, KB", ({ transferred }) => transferred.toFixed()],
  ["FCP, ms", ({ firstPaint }) => firstPaint.toFixed()],
  ["LCP, ms", ({ largestPaint }) => largestPaint.toFixed()],
  ["TBT, ms", ({ blocked }) => blocked.toFixed()],
  ["CLS", ({ shift }) => shift.toFixed(3)],
  ["nodes that axe reports", ({ broken }) => broken.toFixed()]
]
const rows = [head, head.map(() => "---"), ...lines.map(([name, of]) => [name, ...result.sites.map(of)])]
process.stdout.write(`${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`)
