/** The editor in a real browser, on a page with a strict policy. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import type { Browser, Page } from "playwright-core"
import { launch } from "../../../../server/test/sign-in/browser.js"
import type { Given, Reached } from "./page.js"

const here = import.meta.dirname

/** The files of a bundle by name, as a browser gets them. */
const bundled = async (entry: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: "/",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2024",
    minify: true,
    write: false,
    legalComments: "none",
    logLevel: "error",
    conditions: ["lectern-source"]
  })
  return new Map(outputFiles.map(({ contents, path }) => [`/${basename(path)}`, contents]))
}

/** The sizes of the files of the editor as a browser loads them, in bytes after gzip: at first, and for finding. */
export const editorSizes = async (): Promise<{ readonly first: number; readonly later: number }> => {
  const files = await bundled(join(here, "../../../src/client/editor/Editor.ts"))
  let first = 0
  let later = 0
  for (const [name, contents] of files) {
    const size = gzipSync(contents, { level: 9 }).length
    if (name.startsWith("/find-")) later += size
    else first += size
  }
  return { first, later }
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#8fb8de"/><circle cx="500" cy="90" r="40" fill="#fff3c4"/><path d="M0 360 200 140l130 140 90-80 220 160z" fill="#3d6b57"/></svg>'

/** The colours that the console gives to its page. */
const look = `:root{color-scheme:light dark}html,body{margin:0;height:100%}body{background:light-dark(#fff,#14171c)}#editor{height:100vh}h1{position:absolute;width:1px;height:1px;overflow:hidden;margin:0}`

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Editor</title><link rel="stylesheet" href="/page.css"></head><body><main><h1>Page</h1><div id="editor"></div></main><script type="module" src="/page.js"></script></body></html>`

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; require-trusted-types-for 'script'"

/** A page with an editor. */
export interface Editing {
  readonly page: Page
  /** The errors of the page, and what its policy refused. */
  readonly problems: ReadonlyArray<string>
  readonly open: (doc: string, given?: Given) => Promise<void>
  readonly text: () => Promise<string>
  /** Puts the caret, or a selection, by positions. */
  readonly select: (anchor: number, head?: number) => Promise<void>
  /** Puts the caret behind the first place of a text. */
  readonly caretAfter: (text: string) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * The problems of a page, without one that the browser makes itself: it tries to keep the look of a composition beside a
 * mark, and of text that a letter takes the place of, by an attribute for style. The policy refuses that, which changes
 * nothing.
 */
export const problemsOf = ({ problems }: Editing): ReadonlyArray<string> =>
  problems.filter((problem) => !problem.startsWith("Applying inline style"))

/** A browser with the bundle of the editor. */
export interface EditorBrowser {
  readonly browser: Browser
  readonly editing: (options?: Parameters<Browser["newContext"]>[0]) => Promise<Editing>
  readonly close: () => Promise<void>
}

declare const lectern: Reached

/** Starts the browser and the server of the page. */
export const editorBrowser = async (): Promise<EditorBrowser> => {
  const [browser, scripts] = await Promise.all([launch(), bundled(join(here, "page.ts"))])
  const files: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
    "/": ["text/html; charset=utf-8", html],
    ...Object.fromEntries([...scripts].map(([name, contents]) => [name, ["text/javascript; charset=utf-8", contents]])),
    "/page.css": ["text/css; charset=utf-8", look]
  }
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ""] ?? ["image/svg+xml", picture]
    response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`
  const editing = async (options: Parameters<Browser["newContext"]>[0] = {}): Promise<Editing> => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options })
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    const page = await context.newPage()
    const problems: Array<string> = []
    page.on("pageerror", (error) => problems.push(String(error.stack ?? error)))
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text())
    })
    await page.goto(address)
    await page.waitForFunction(() => "lectern" in globalThis, undefined, { timeout: 20_000 })
    const select = (anchor: number, head = anchor) =>
      page.evaluate(
        ([from, to]) => {
          // The marks at the caret are shown in an editor that has the focus.
          lectern.editor.focus()
          lectern.editor.view.dispatch({ selection: { anchor: from!, head: to! }, scrollIntoView: true })
        },
        [anchor, head]
      )
    const text = () => page.evaluate(() => lectern.text())
    return {
      page,
      problems,
      open: (doc, given = {}) => page.evaluate((all) => lectern.open(all), { ...given, doc }),
      text,
      select,
      caretAfter: async (wanted) => {
        const at = (await text()).indexOf(wanted)
        if (at < 0) throw new Error(`The text has no ${wanted}`)
        await select(at + wanted.length)
      },
      close: () => context.close()
    }
  }
  return {
    browser,
    editing,
    close: async () => {
      await browser.close()
      server.close()
    }
  }
}
