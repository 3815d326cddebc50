import { readFileSync } from "node:fs"
import { join } from "node:path"
import { it } from "vitest"
import { editorBrowser } from "./support/editing.js"
it("shots", async () => {
  const b = await editorBrowser()
  const doc = readFileSync(join(import.meta.dirname, "support/everything.md"), "utf8")
  for (const [name, options] of Object.entries({
    light: { viewport: { width: 900, height: 1300 } },
    dark: { viewport: { width: 900, height: 1300 }, colorScheme: "dark" as const },
    phone: { viewport: { width: 390, height: 1000 }, deviceScaleFactor: 1.5 }
  })) {
    const e = await b.editing(options)
    await e.open(doc)
    await e.page.waitForTimeout(200)
    for (let i = 0; i < 4; i++) {
      await e.page.evaluate((y) => { (globalThis as any).lectern.editor.view.scrollDOM.scrollTop = y }, i * (options.viewport.height - 20))
      await e.page.waitForTimeout(150)
      await e.page.screenshot({ path: `/tmp/shot-${name}-${i}.png` })
    }
    console.log(name, e.problems)
    await e.close()
  }
  await b.close()
})
