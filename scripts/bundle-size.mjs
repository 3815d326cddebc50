/**
 * Measures the files that a browser loads before an engine in memory opens, and fails if they exceed the limits.
 * Arguments: `--modules` lists modules instead of packages; `--all` includes the chunks that are loaded on first use.
 */
import { builtins, bundle, firstLoad, packageOf, shares, sizes } from "./lib/browser.mjs"

/** Bytes after gzip: of everything, and of everything except `effect`. */
const limits = { total: 330_000, beyond: 189_000 }

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} KB`
const sum = (values) => [...values].reduce((total, value) => total + value, 0)
const flags = new Set(process.argv.slice(2))

const measured = async (options) => {
  const result = await bundle("smallest.mjs", options)
  const bytes = sizes(result)
  const chunks = firstLoad(result.metafile)
  return { ...result, bytes, chunks, total: sum([...chunks].map((name) => bytes.get(name))) }
}

const whole = await measured()
const beyond = (await measured({ external: ["effect"] })).total
const groupOf = flags.has("--modules") ? (input) => input : packageOf

console.log("first load, gzip:")
for (const [name, bytes] of shares(whole.metafile, whole.chunks, whole.bytes, groupOf)) {
  if (bytes >= 50) console.log(`  ${kilobytes(bytes)}  ${name}`)
}
console.log(`  ${kilobytes(whole.total)}  all; at most ${limits.total / 1000} KB`)
console.log(`  ${kilobytes(beyond)}  without effect; at most ${limits.beyond / 1000} KB`)

const later = Object.keys(whole.metafile.outputs).filter((name) => !whole.chunks.has(name))
console.log(
  `on first use: ${later.length} chunks, ${kilobytes(sum(later.map((name) => whole.bytes.get(name)))).trim()}`
)
if (flags.has("--all")) {
  for (const name of later.sort((a, b) => whole.bytes.get(b) - whole.bytes.get(a))) {
    const inside = shares(whole.metafile, [name], whole.bytes, packageOf).slice(0, 4)
    console.log(`  ${kilobytes(whole.bytes.get(name))}  ${inside.map(([group]) => group).join(", ")}`)
  }
}

const problems = builtins(whole.metafile).map((name) => `the bundle imports ${name}, which no browser has`)
if (whole.total > limits.total)
  problems.push(`the first load has ${whole.total} bytes, at most ${limits.total} are allowed`)
if (beyond > limits.beyond) {
  problems.push(`the first load has ${beyond} bytes besides effect, at most ${limits.beyond} are allowed`)
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
