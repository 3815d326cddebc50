import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { comparePage } from "../fidelity/compare.mjs"
import { missingIn } from "../fidelity/context.mjs"
import { parsePage } from "../fidelity/html.mjs"
import { readImported } from "../fidelity/imported.mjs"
import { plainReader } from "../fidelity/plain.mjs"
import { answerOf } from "../fidelity/serve.mjs"
import { unknownSite } from "../fidelity/sites.mjs"

const html = `<title>Kites</title><nav>Menu of the site</nav><h1>Kites</h1><p>Fly them in a steady wind.</p>
<h2>Knots</h2><pre>loop:\n  pull tight</pre><table><tr><th>Wind</th><th>Line</th></tr><tr><td>weak</td><td>thin</td></tr></table>
<p><a href="https://example.org/">More knots</a> <img src="img/kite.png"></p><footer>Copyright of somebody</footer>`

const markdown = `Fly them in a steady wind.

## Knots

\`\`\`
loop:
  pull tight
\`\`\`

| Wind | Line |
|---|---|
| weak | thin |

[More knots](https://example.org/) ![](img/kite.png)
`

const source = plainReader(unknownSite).page(parsePage(new TextEncoder().encode(html)))
const compared = (text, title = "Kites") => comparePage(source, { title, ...readImported(text, (id) => id) })
const losses = (page) =>
  Object.entries(page).flatMap(([kind, { kept, total }]) => (kept === total ? [] : [`${kind} ${kept}/${total}`]))

describe("the measure of a page", () => {
  it("finds nothing where all is kept, whatever stood around it", () => {
    const page = compared(markdown)
    expect(losses(page)).toEqual([])
    expect(page.words.added).toBe(0)
  })

  it.each([
    ["a word", markdown.replace("steady ", ""), ["words 16/17"]],
    ["a heading", markdown.replace("## Knots", "Knots"), ["headings 1/2"]],
    ["the lines of code", markdown.replace("  pull", "pull"), ["codes 0/1"]],
    ["the rows of a table", markdown.replace(/\n\|---[\s\S]*thin \|/, " weak thin"), ["tables 0/1"]],
    ["a link", markdown.replace(/\[More knots\]\(.*?\)/, "More knots"), ["links 0/1"]],
    ["a picture", markdown.replace(/!\[.*?\)/, ""), ["pictures 0/1"]]
  ])("finds that %s is lost", (_, text, expected) => {
    expect(losses(compared(text))).toEqual(expected)
  })

  it("reads footnotes with their code, and code that looks like one", () => {
    const text =
      "Tie it.[^1]\n\n* ```\n  [^2]: no note\n  ```\n\n[^1]: Like so:\n\n    ```\n    loop:\n      pull\n    ```\n\n    Twice."
    const { codes, text: shown } = readImported(text, (id) => id)
    expect(codes).toEqual(["[^2]: no note", "loop:\n  pull"])
    expect(shown.replaceAll(/\s+/g, " ").trim()).toBe("Tie it. [^2]: no note Like so: loop: pull Twice.")
  })

  it("finds a title that is lost, and what is added", () => {
    expect(losses(compared(markdown, "Untitled"))).toEqual(["words 16/17", "headings 1/2"])
    expect(compared(`Menu\n\n${markdown}`).words.added).toBe(1)
  })

  it("shows lost words with those around them", () => {
    expect(missingIn("one two three four five six seven", "one two three six seven")).toEqual([
      "one two three [four five] six seven"
    ])
  })
})

describe("a folder as a website", () => {
  let folder
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "lectern-served-"))
    mkdirSync(join(folder, "guide"))
    for (const path of ["index.html.de", "index.html.en", "guide/index.html", "guide/a b.png"]) {
      writeFileSync(join(folder, path), path)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ["/", 200, "text/html", "index.html.en"],
    ["/index.html", 200, "text/html", "index.html.en"],
    ["/index.html.de", 200, "text/html", "index.html.de"],
    ["/guide/", 200, "text/html", "guide/index.html"],
    ["/guide/a%20b.png", 200, "image/png", "guide/a b.png"],
    ["/guide", 301, undefined, ""],
    ["/none.html", 404, "text/plain", "Not found"],
    ["/../secret", 404, "text/plain", "Not found"],
    ["/%2e%2e/secret", 404, "text/plain", "Not found"]
  ])("answers %s as web servers do", (path, status, type, body) => {
    const answer = answerOf(folder, path)
    expect([answer.status, answer.headers["content-type"], String(answer.bytes)]).toEqual([status, type, body])
  })
})
