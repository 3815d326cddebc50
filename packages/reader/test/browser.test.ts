/** How sites look in a real browser: on a screen, on a phone and on paper, light and dark, and under attack. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { handleListener } from "@lectern/http/internal/engine/node/HandleListener"
import { handle } from "@lectern/reader/Reader"
import { inCI } from "@lectern/storage-testing/inCI"
import { has } from "@lectern/storage-testing/needs"
import { afterAll, beforeAll, expect, it as test } from "vitest"
import { look, sizes } from "../../server/test/sign-in/browser.js"
import { areDrawn, browsed, longWord } from "./support/browsing.js"
import { makeSite } from "./support/site.js"

let browsing: Awaited<ReturnType<typeof browsed>>

const it = test.runIf(has("a browser"))

beforeAll(async () => {
  browsing = await browsed()
})

afterAll(() => browsing.close())

/** The pages that are looked at in each scheme of colours. */
const shown = {
  light: { blocks: "inside/blocks", search: "search?q=change+request", absent: "using-it/embeding" },
  dark: { blocks: "inside/blocks", text: "access" }
}

it("are readable for everybody, light and dark, on a screen and on a phone", async () => {
  const { opened, root } = browsing
  for (const colorScheme of ["light", "dark"] as const) {
    const { close, page, problems } = await opened({ colorScheme })
    for (const [name, path] of Object.entries(shown[colorScheme])) {
      await page.goto(`${root}${path}`)
      await look(page, `${name}-${colorScheme}`)
    }
    expect(problems).toEqual([])
    await close()
  }
})

it("cut off no title, and draw one line between parts", async () => {
  const { opened, root } = browsing
  const { close, page } = await opened({ viewport: { width: 1400, height: 800 } })
  await page.goto(`${root}inside/wordy`)
  for (const selector of [".side", ".toc"]) {
    const cut = await page.evaluate(
      `(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)(document.querySelector("${selector}"))`
    )
    expect([selector, cut]).toEqual([selector, 0])
  }
  const lineAbove = (id: string) =>
    page.evaluate(`Number.parseFloat(getComputedStyle(document.getElementById("${id}")).borderTopWidth) > 0`)
  expect([await lineAbove("plain"), await lineAbove("ruled")]).toEqual([true, false])
  await page.setViewportSize(sizes.phone)
  for (const path of ["inside/wordy", "inside/drawn", `search?q=${longWord}`]) {
    await page.goto(`${root}${path}`)
    const width = await page.evaluate("document.documentElement.scrollWidth")
    expect([path, width]).toEqual([path, sizes.phone.width])
  }
  await close()
})

it("run nothing of what a hostile page tries", async () => {
  const { opened, root } = browsing
  const { close, page } = await opened()
  let dialogs = 0
  page.on("dialog", async (dialog) => {
    dialogs++
    await dialog.dismiss()
  })
  await page.goto(`${root}inside/hostile`)
  const protocols = await page.evaluate("[...document.querySelectorAll('main a[href]')].map((a) => a.protocol)")
  expect(protocols).toEqual(
    (protocols as ReadonlyArray<string>).filter((each) => /^(?:https?|mailto|tel):$/.test(each))
  )
  expect(await page.locator("main :is(script,iframe,object,embed,style,link,base,meta)").count()).toBe(0)
  expect(dialogs).toBe(0)
  await close()
})

test.runIf(inCI && has("a browser"))(
  "have diagrams that a sandboxed frame draws, and that are images in the page",
  async () => {
    const { opened, root } = browsing
    for (const colorScheme of ["light", "dark"] as const) {
      const { close, page, problems } = await opened({ colorScheme })
      let dialogs = 0
      page.on("dialog", async (dialog) => {
        dialogs++
        await dialog.dismiss()
      })
      await page.goto(`${root}inside/drawn`)
      await areDrawn(page)
      await look(page, `drawn-${colorScheme}`)
      const frame = page.frames().find((each) => /~\/diagram-/.test(each.url()))
      expect(await frame?.evaluate("origin")).toBe("null")
      expect({ dialogs, problems }).toEqual({ dialogs: 0, problems: [] })
      await close()
    }
  }
)

it("are mirrored in a language that is written from the right", async () => {
  const { opened } = browsing
  const own = await makeSite({ "README.md": "# Welcome\n" })
  const { ada, organization, site: id } = own
  const arabic = await own.addSpace("العربية", {
    "README.md":
      '# مرحبا\n\nنص بالعربية مع `code` وكلمات English.\n\n## أولًا\n\n* واحد\n* اثنان\n\nAn English paragraph.\n\n```js\nlet a = 1\n```\n\n## ثانيًا\n\n{% hint style="warning" %}\nانتبه\n{% endhint %}\n\n| أ | ب |\n|---|---|\n| ١ | ٢ |\n',
    "SUMMARY.md": "* [مرحبا](README.md)\n  * [دليل](guide.md)\n",
    "guide.md": "# دليل\n"
  })
  const added = await ada.siteSpaces.add(organization, id, { spaceId: arabic })
  await ada.siteSpaces.update(organization, id, added.id, { path: "ar" })
  const listener = handleListener(handle(own.lectern, { baseUrl: "http://lectern.test" }))
  const mirrored = createServer(listener)
  await new Promise<void>((resolve) => mirrored.listen(0, "127.0.0.1", resolve))
  const { close, page, problems } = await opened()
  await page.setViewportSize({ width: 1400, height: 800 })
  await page.goto(`http://localhost:${(mirrored.address() as AddressInfo).port}/sites/handbook/ar/`)
  const left = async (selector: string) => (await page.locator(selector).boundingBox())?.x ?? Number.NaN
  expect(await left(".side")).toBeGreaterThan(await left("main"))
  expect(await left("main")).toBeGreaterThan(await left(".toc"))
  const align = (selector: string) =>
    page.evaluate(
      `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector(${JSON.stringify(selector)})); const own = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); const { left, right } = range.getBoundingClientRect(); return left - own.left < own.right - right ? "left" : "right" })()`
    )
  expect(await align(".text>p:nth-of-type(1)")).toBe("right")
  expect(await align(".text>p:nth-of-type(2)")).toBe("left")
  expect(await align(".text pre")).toBe("left")
  await look(page, "mirrored")
  expect(problems).toEqual([])
  await close()
  mirrored.close()
  await own.lectern.close()
})

it("print their whole text, and nothing of what is around it", async () => {
  const { opened, root } = browsing
  const { close, page } = await opened()
  await page.goto(`${root}inside/blocks`)
  await page.emulateMedia({ media: "print" })
  const seen = (selector: string) =>
    page.evaluate(`[...document.querySelectorAll("${selector}")].filter((each) => each.checkVisibility()).length`)
  for (const selector of [".top", ".side", ".toc", ".pager", ".foot", ".feedback", ".copy", ".meta a"]) {
    expect([selector, await seen(selector)]).toEqual([selector, 0])
  }
  const whole = (selector: string) => page.evaluate(`document.querySelectorAll("${selector}").length`)
  for (const selector of [".panel", "h2", "main pre"]) {
    expect([selector, await seen(selector)]).toEqual([selector, await whole(selector)])
  }
  expect(
    await page.evaluate("[...document.querySelectorAll('.unfold>div')].every((each) => each.offsetHeight > 0)")
  ).toBe(true)
  expect(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe("rgb(255, 255, 255)")
  await close()
})
