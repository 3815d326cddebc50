/** Texts that try to run scripts, load resources, or change the page around them: none of it reaches the HTML. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { describe, expect, it } from "vitest"
import { attacks } from "./support/attacks.js"
import { htmlOf } from "./support/body.js"

const elements = new Set(
  "html head body a abbr b blockquote br cite code dd details dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img input kbd label li mark ol p picture pre q s samp section small source span strong sub summary sup table tbody td th thead time tr u ul var math semantics mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose".split(
    " "
  )
)

const attributes = new Set(
  "alt aria-hidden aria-label checked class colspan data-language decoding download for height href id loading media name open rel role rowspan scope src srcset start tabindex title type width".split(
    " "
  )
)

const address = /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp|avif);base64,|[^:]*$|[/#?])/i

/** The problems of some HTML, as a browser reads it. */
const wrongIn = (html: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const walk = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (!("tagName" in node)) return
    if (!elements.has(node.tagName)) found.push(`<${node.tagName}>`)
    const isMath = node.namespaceURI.endsWith("MathML")
    for (const { name, value } of node.attrs) {
      const isAddress = name === "href" || name === "src" || name === "srcset"
      if (/^on|^style$/i.test(name) || !(isMath || attributes.has(name))) found.push(`${node.tagName} ${name}=${value}`)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them
      if (isAddress && !address.test(value.replace(/[\u0000-\u0020]/g, ""))) found.push(`${name}=${value}`)
      if (name === "id" && value.startsWith("~") && !/^~(?:tabs|note|ref)-/.test(value)) found.push(`id=${value}`)
      if (node.tagName === "input" && name === "type" && value !== "radio") found.push(`input ${value}`)
    }
    for (const child of node.childNodes) walk(child)
  }
  for (const node of parse(`<!doctype html><body>${html}</body>`).childNodes) if ("tagName" in node) walk(node)
  return found
}

describe("hostile texts", () => {
  it("are a large table", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60)
  })

  it.each(attacks)("bring nothing that runs or loads: %j", async (attack) => {
    expect(wrongIn(await htmlOf(attack))).toEqual([])
  })

  it("bring nothing inside of blocks either", async () => {
    for (const attack of attacks) {
      for (const around of [
        (text: string) => `{% hint style="info" %}\n${text}\n{% endhint %}`,
        (text: string) => `* x\n\n  ${text.replaceAll("\n", "\n  ")}`,
        (text: string) => `> ${text.replaceAll("\n", "\n> ")}`,
        (text: string) => `<details><summary>${text}</summary>\n\n${text}\n\n</details>`,
        (text: string) => `<table><tr><td>${text}</td></tr></table>`
      ]) {
        expect(wrongIn(await htmlOf(around(attack)))).toEqual([])
      }
    }
  })

  it("bring nothing however their parts are put together", async () => {
    const parts = attacks.flatMap((attack) => attack.match(/[A-Za-z]+|[^A-Za-z]/g) ?? [])
    const piece = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom(...parts),
      fc.constantFrom("\n", "\n\n", "<", ">", '"', "{%", "%}")
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        expect(wrongIn(await htmlOf(pieces.join("")))).toEqual([])
      }),
      { numRuns: runs(150) }
    )
  })
})
