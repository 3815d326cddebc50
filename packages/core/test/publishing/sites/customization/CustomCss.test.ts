/** CSS that a site may have of its own: no part of it loads anything from elsewhere, however it is written. */
import { cssProblem } from "@lectern/core/publishing/sites/customization/CustomCss"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

describe("CSS of a site", () => {
  it.each([
    "",
    ":root{--accent:#07c}",
    ".lead::after{content:'\\2014 \"{'}",
    "a{background:url(#shape)}",
    'a{background:url("data:image/png;base64,iVBORw0KGgo=")}',
    "@font-face{font-family:x;src:url(data:font/woff2;base64,d09GMg==)}",
    "@media print{a{color:red}}/* url of nothing */",
    ".curl::before{content:'a { b'}"
  ])("may be %j", (css) => {
    expect(cssProblem(css)).toBeUndefined()
  })

  it.each([
    "@import 'a.css';",
    "@IMPORT url(a.css);",
    "@\\69mport 'a.css';",
    "@\\000069 mport 'a.css';",
    "@i\\mport 'a.css';",
    "@namespace x 'http://a.example'",
    "a{background:url(https://a.example/x.png)}",
    "a{background:url( '//a.example/x.png' )}",
    "a{background:URL(/x.png)}",
    "a{background:\\75rl(x.png)}",
    "a{background:u\\72 l(//a.example)}",
    'a{background:url("data:text/html,<script>")}',
    'a{background:url("data:image/svg+xml;base64,PHN2Zz4=")}',
    "a{background:image-set('//a.example/x.png' 1x)}",
    "a{background:-webkit-image-set(url(#a) 1x)}",
    "a{src:src('//a.example')}",
    "a{background:cross-fade(url(#a),red)}",
    "a{-moz-binding:x}",
    "a{behavior:x}",
    "a{width:expression(alert(1))}",
    "a{",
    "}a{}",
    "a{color:red]}",
    "/* never closed",
    "a{content:'never closed}"
  ])("may not be %j", (css) => {
    expect(cssProblem(css)).toMatch(/^expected CSS/)
  })

  it("has no address of elsewhere, however its parts are put together", () => {
    const parts = [
      "@import",
      "url(",
      "'//a.example'",
      ")",
      "a{b:",
      "}",
      "\\75",
      " ",
      "rl(",
      "\\",
      "/*",
      "*/",
      '"',
      ";",
      "#x"
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (pieces) => {
        const css = pieces.join("")
        if (cssProblem(css) !== undefined) return
        expect(css).not.toMatch(/@import/)
        expect(css).not.toMatch(/(?<![\w-])url\(\s*["']?\/\//)
      }),
      { numRuns: runs(200) }
    )
  })
})
