import { readFileSync } from "node:fs"
import { join } from "node:path"
import { it } from "vitest"
import { editorBrowser } from "./support/editing.js"
it("shots", async () => {
  const b = await editorBrowser()
  const doc = readFileSync(join(import.meta.dirname, "support/everything.md"), "utf8")
  for (const [name, options] of Object.entries({
    light: { viewport: { width: 900, height: 3600 } },
    dark: { viewport: { width: 900, height: 3600 }, colorScheme: "dark" as const },
    phone: { viewport: { width: 390, height: 4400 } }
  })) {
    const e = await b.editing(options)
    await e.open(doc)
    await e.page.waitForTimeout(300)
    await e.page.screenshot({ path: `/tmp/shot-${name}.png` })
    console.log(name, e.problems)
    await e.close()
  }
  await b.close()
})
