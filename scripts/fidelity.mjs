/**
 * `node scripts/fidelity.mjs FOLDER|ADDRESS`: imports websites and reports what was kept of their pages. Options:
 *
 *     --worst N     the pages that lost the most, 10 by default
 *     --page PATH   the losses of one page, word by word
 *     --alone       imports only the page of --page, as the source `html` does
 *     --from PATH   the path to start at in a folder, / by default
 *     --site NAME   the settings to use, if the address does not identify them
 *     --tree        the imported tree
 *     --json        print JSON
 */
import { parseArgs } from "node:util"
import { build, Failure, main } from "./lib/toolchain.mjs"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    worst: { type: "string", default: "10" },
    page: { type: "string" },
    alone: { type: "boolean", default: false },
    from: { type: "string", default: "/" },
    site: { type: "string" },
    tree: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
})

await main(async () => {
  if (positionals.length === 0) throw new Failure("Usage: node scripts/fidelity.mjs FOLDER|ADDRESS")
  build("packages/importers", "packages/node", "packages/storage-memory")
})
const { measureAddress, measureFolder } = await import("./fidelity/measure.mjs")
const { siteOf } = await import("./fidelity/sites.mjs")
const { onePage, plainData, remarks, table, treeLines, worst } = await import("./fidelity/report.mjs")

const measures = []
for (const place of positionals) {
  const site = siteOf(place, values.site)
  const alone = values.alone && values.page !== undefined
  const inFolder = alone ? { site, from: values.page, source: "html" } : { site, from: values.from }
  measures.push(await (/^https?:\/\//.test(place) ? measureAddress(place, { site }) : measureFolder(place, inFolder)))
  if (positionals.length > 1) console.error(`${site.name}: done`)
}
if (values.json) console.log(JSON.stringify(measures.map(plainData), undefined, 2))
else if (values.tree) for (const measure of measures) console.log(treeLines(measure))
else if (values.page !== undefined) {
  for (const { pages } of measures) {
    const page = pages.find(({ path }) => path === values.page)
    console.log(page === undefined ? `The source has no page ${values.page}.` : onePage(page))
  }
} else {
  console.log(table(measures))
  for (const measure of measures) {
    console.log(
      `\n${measure.name}: the pages that lost most\n${worst(measure, Number(values.worst))}\n${remarks(measure)}`
    )
  }
}
