/**
 * Runs engines in a real browser from bundles like an application's: a minimal program, which must not load anything
 * beyond the measured first load, and a program that exercises everything else.
 */
import { createServer } from "node:http"
import { launchBrowser } from "../packages/benchmark/dist/browser/Chromium.js"
import { bundle, firstLoad, packageOf } from "./lib/browser.mjs"

const problems = []
const expect = (condition, problem) => {
  if (!condition) problems.push(problem)
}

/** The files of a bundle by name, the requests that the server received, and the files that it refuses. */
const served = async (entry) => {
  const { metafile, outputFiles } = await bundle(entry)
  const nameOf = (path) => path.replaceAll("\\", "/").split("/").at(-1)
  const files = new Map(outputFiles.map(({ contents, path }) => [nameOf(path), contents]))
  return { metafile, files, nameOf, asked: new Set(), refused: new Set() }
}

const smallest = await served("smallest.mjs")
const check = await served("check.mjs")
const bundles = { smallest, check }

const server = createServer((request, response) => {
  const [, of, name = ""] = request.url.split("/")
  const { asked, files, refused } = bundles[of] ?? {}
  if (files !== undefined && name === "") {
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(`<!doctype html><title>${of}</title><script type="module" src="/${of}/${of}.js"></script>`)
    return
  }
  const contents = files?.get(name)
  asked?.add(name)
  if (refused?.has(name)) {
    response.destroy()
    return
  }
  response.setHeader("content-type", "text/javascript; charset=utf-8")
  response.statusCode = contents === undefined ? 404 : 200
  response.end(contents)
})
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
const origin = `http://127.0.0.1:${server.address().port}`

const browser = await launchBrowser()

const visit = async (name, act) => {
  const page = await browser.newPage()
  page.on("pageerror", (error) => problems.push(`${name}: ${error.stack ?? error}`))
  await act(page)
  await page.close()
}

try {
  await visit("smallest", async (page) => {
    const said = page.waitForEvent("console", { timeout: 20_000 })
    await page.goto(`${origin}/smallest/`)
    const line = (await said).text()
    expect(line === "Install", `the smallest program printed ${line}`)
    const first = new Set([...firstLoad(smallest.metafile)].map(smallest.nameOf))
    const more = [...smallest.asked].filter((name) => name.endsWith(".js") && !first.has(name))
    expect(more.length === 0, `the smallest program also loaded ${more.join(", ")}`)
  })
  await visit("check", async (page) => {
    const { inputs } = check.metafile
    const of = Object.entries(check.metafile.outputs).find(([, { entryPoint }]) =>
      /\/comments\/Comments/.test(entryPoint)
    )
    const refused = check.nameOf(of?.[0] ?? "")
    expect(refused !== "", `no chunk has the comments, of ${Object.keys(inputs).map(packageOf).length} modules`)
    check.refused.add(refused)
    await page.goto(`${origin}/check/`)
    await page.waitForFunction("globalThis.results !== undefined", undefined, { timeout: 20_000 })
    const results = await page.evaluate("globalThis.results")
    for (const { error, name } of results) {
      console.log(`${error === undefined ? "ok    " : "FAILED"} ${name}`)
      if (error !== undefined) problems.push(`${name}: ${error}`)
    }
  })
} finally {
  await browser.close()
  server.close()
}

for (const problem of problems) console.error(problem)
console.log(
  problems.length === 0
    ? `browser: all is well, on Chromium ${browser.version()}`
    : `browser: ${problems.length} problems`
)
process.exitCode = problems.length === 0 ? 0 : 1
