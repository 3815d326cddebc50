/** A site with the manual of this project and some pages that are hard to show, in a browser. */
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import { fontAwesome } from "@lectern/reader/node/Icons"
import { mermaid } from "@lectern/reader/node/Mermaid"
import { handle } from "@lectern/reader/Reader"
import type { Browser, Page } from "playwright-core"
import { expect } from "vitest"
import { launch, sizes } from "../../../server/test/sign-in/browser.js"
import { attacks } from "./attacks.js"
import { passwords, sessionFor, sessionName } from "./session.js"
import { makeSite } from "./site.js"

const docs = join(import.meta.dirname, "../../../../docs")
/** The pages of the manual of this project. */
export const manual = Object.fromEntries(
  readdirSync(docs)
    .filter((name) => name.endsWith(".md"))
    .map((name) => [name, readFileSync(join(docs, name), "utf8")])
)
/** A page with every attack, each after the end of anything that the one before it has left open. */
const hostile = `# Hostile\n\n${attacks.map((attack, index) => `Attack ${index}\n\n${attack}\n\n`).join("")}`
const blocks = readFileSync(join(import.meta.dirname, "blocks.md"), "utf8")

/** Diagrams of kinds that the server does not draw, one that is none, and one that tries to run a script. */
const drawn = [
  'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
  "gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section A\n  Write :a1, 2026-01-01, 30d\n  Review :after a1, 20d",
  "pie\n  nonsense here",
  "timeline\n  title <img src=x onerror=top.alert(1)>\n  2026 : <script>top.alert(1)</script>"
]
const diagrams = `# Drawn\n\n${drawn.map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`).join("\n")}`

/** A schema whose properties nest: `deep1` has `deep2`, and so on. */
const nested = (depth: number): object => ({
  type: "object",
  properties: { [`deep${depth}`]: depth === 7 ? { type: "string" } : nested(depth + 1) }
})

/** A specification with two servers, and with fields that are too deep for a page. */
const zoo = {
  openapi: "3.1.0",
  info: { title: "Zoo", version: "1" },
  servers: [{ url: "https://zoo.example" }, { url: "https://test.zoo.example/v2" }],
  paths: {
    "/animals": {
      post: {
        deprecated: true,
        requestBody: { content: { "application/json": { schema: nested(1) } } },
        responses: { 200: { description: "It is fed." } }
      }
    }
  }
}
const operation =
  '# Operation\n\n{% openapi src="zoo.json" path="/animals" method="post" %}\n[zoo.json](zoo.json)\n{% endopenapi %}\n'

/** A look that has something of everything, with colours that are too weak. */
const customized = {
  styling: { primaryColor: { light: "#7c5cff", dark: "#5a3fd6" }, warningColor: { light: "#ffd54a", dark: "#6b5200" } },
  header: {
    links: [
      { title: "Blog", to: { kind: "url", url: "https://blog.example/" } },
      { title: "More", links: [{ title: "Status", to: { kind: "url", url: "https://status.example/" } }] },
      { title: "Try it", to: { kind: "url", url: "https://try.example/" }, style: "button-primary" }
    ]
  },
  footer: {
    groups: [{ title: "Project", links: [{ title: "Source", to: { kind: "url", url: "https://source.example/" } }] }],
    copyright: "Made with Lectern"
  },
  announcement: { enabled: true, message: "Version 2 is here.", style: "info" },
  feedback: { enabled: true }
} as const

/** A word that fits into no column. */
export const longWord = "experimental_createStreamResponseWithEverythingElse"

/** A page of long words, with a rule above one heading and none above another. */
const wordy = `# ${longWord}\n\n## ${longWord}\n\n## Plain\n\nText.\n\n---\n\n## Ruled\n`

const paragraphs = (count: number): string => "Some words of a paragraph that takes a line or two.\n\n".repeat(count)

/** A page with headings in tabs, in tabs in these, and in a folded part, below much text. */
const tabbed = `# Tabbed

[Open](#open) [Second](#second) [Inner](#inner) [Folded](#folded) [Ünder](#%C3%BCnder) [Ünder as written](#ünder) [Ünder as GitBook writes it](#uender)

${paragraphs(40)}{% tabs %}
{% tab title="First" %}
## Open

One.
{% endtab %}

{% tab title="Other" %}
## Second

${paragraphs(3)}
{% tabs %}
{% tab title="A" %}
Text.
{% endtab %}

{% tab title="B" %}
### Inner

Text.
{% endtab %}
{% endtabs %}

## Ünder

Text.
{% endtab %}
{% endtabs %}

<details>
<summary>More</summary>

### Folded

Text.

</details>

${paragraphs(40)}`

const long = "abcdefghij".repeat(30)

/** A page of parts that are wider than paper. */
const wide = `# Wide

| ${Array.from({ length: 30 }, (_, at) => `Column ${at}`).join(" | ")} |
|${"---|".repeat(30)}
| ${Array.from({ length: 30 }, (_, at) => `\`value_of_${at}\``).join(" | ")} |

| A | ${long} |
|---|---|
| \`${long}\` | b |

\`\`\`js
const a = "${long}"
\`\`\`

{% code lineNumbers="true" %}
\`\`\`sh
first
second ${long}
\`\`\`
{% endcode %}

\`\`\`sh
first
second ${long}

\`\`\`

{% columns %}
{% column %}
${long}
{% endcolumn %}

{% column %}
\`\`\`
${long}
\`\`\`
{% endcolumn %}
{% endcolumns %}

{% tabs %}
{% tab title="One" %}
| ${Array.from({ length: 20 }, (_, at) => `Column ${at}`).join(" | ")} |
|${"---|".repeat(20)}
| ${long} |
{% endtab %}

{% tab title="Two" %}
${long}
{% endtab %}
{% endtabs %}

{% hint style="info" %}
${long}
{% endhint %}

<details><summary>${long}</summary>

${long}

</details>

\`\`\`mermaid
graph LR
${Array.from({ length: 20 }, (_, at) => `  A${at}[Step number ${at}] --> A${at + 1}[Step number ${at + 1}]`).join("\n")}
\`\`\`
`

/** The site in a browser, on a server of its own. `root` is its address; `/signed-in` signs its author in. */
export const browsed = async () => {
  const [browser, site] = await Promise.all([
    launch(),
    makeSite(
      {
        ...manual,
        "blocks.md": blocks,
        "hostile.md": hostile,
        "drawn.md": diagrams,
        "operation.md": operation,
        "zoo.json": JSON.stringify(zoo),
        "wordy.md": wordy,
        "tabbed.md": tabbed,
        "wide.md": wide,
        "SUMMARY.md": `${manual["SUMMARY.md"]}* [Blocks](blocks.md)\n* [Hostile](hostile.md)\n* [Drawn](drawn.md)\n* [Operation](operation.md)\n* [${longWord}](wordy.md)\n* [Tabbed](tabbed.md)\n* [Wide](wide.md)\n`
      },
      undefined,
      { passwords }
    )
  ])
  await site.ada.customizations.set(site.organization, site.site, customized)
  const listener = handleListener(handle(site.lectern, { baseUrl: "http://lectern.test", icons: fontAwesome, mermaid }))
  const cookie = `${sessionName}=${await sessionFor(site, site.user)}; Path=/; Secure; HttpOnly`
  const server = createServer((request, response) => {
    if (request.url === "/signed-in") response.writeHead(200, { "set-cookie": cookie }).end()
    else listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const root = `http://localhost:${(server.address() as AddressInfo).port}/sites/handbook/`
  /** A page, with the errors of its console. */
  const opened = async (options: Parameters<Browser["newContext"]>[0] = {}) => {
    const context = await browser.newContext({ viewport: sizes.desktop, ...options })
    const page = await context.newPage()
    const problems: Array<string> = []
    page.on("pageerror", (error) => problems.push(String(error)))
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("status of 404")) problems.push(message.text())
    })
    return { page, problems, close: () => context.close() }
  }
  const close = async () => {
    await browser.close()
    server.close()
    await site.lectern.close()
  }
  return { site, root, opened, close }
}

/** Waits until the diagrams of a page are images; a block that is no diagram stays as it is written. */
export const areDrawn = async (page: Page) => {
  for (const name of ["Pie chart", "Gantt chart", "Timeline"]) {
    const image = page.getByRole("img", { name, exact: true })
    await image.scrollIntoViewIfNeeded()
    expect(await image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(
      0
    )
  }
  expect(await page.getByText("nonsense here").isVisible()).toBe(true)
}

/** The title of a page. */
export const heading = async (page: Page) => (await page.locator("h1").textContent())?.trim()
