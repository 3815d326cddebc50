import { it } from "vitest"
import { editorBrowser } from "./support/editing.js"
import { everything } from "./support/everything.js"
declare const lectern: any
it("dbg", async () => {
  const b = await editorBrowser()
  for (const viewport of [{ width: 1000, height: 800 }, { width: 390, height: 800 }]) {
  const e = await b.editing({ viewport })
  const long = everything.slice(everything.indexOf("# Every")).repeat(2)
  await e.open(long); await e.select(0)
  const hs = () => e.page.evaluate(() => Object.fromEntries([...lectern.editor.view.contentDOM.querySelectorAll(".cm-line")].map((l: any) => [lectern.editor.view.posAtDOM(l), [l.getBoundingClientRect().height, l.className, l.textContent.slice(0, 50)]])))
  let before = await hs()
  for (let i = 0; i < 240; i++) {
    await e.page.keyboard.press("ArrowDown")
    const after = await hs()
    for (const k of Object.keys(before)) if (after[k] && Math.abs(after[k][0] - before[k][0]) > .01) console.log(i, k, JSON.stringify(before[k]), JSON.stringify(after[k]))
    before = after
  }
  await e.close()
  }
  await b.close()
})
