import { assert, describe, it } from "@effect/vitest"
import { type Highlight, makeHighlight } from "@lectern/reader/internal/html/Code"
import { languages } from "@lectern/reader/internal/html/Languages"
import { FastCheck as fc } from "effect"

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&(\w+|#39);/g, (_, name: string) => entities[name] ?? "?")

/** The coloured parts of some code, each with its class. */
const coloured = (language: string, code: string, highlight: Highlight = makeHighlight()): ReadonlyArray<string> =>
  [...highlight(code, language, false).text.matchAll(/<b class="(\w)">([^<]*)<\/b>/g)].map(
    ([, kind, text = ""]) => `${kind} ${textOf(text)}`
  )

/** Pieces with which parts of languages begin, end or nest. */
const pieces = [
  ..."\"'`<>()[]{}/\\#$%&*+-=!?@^~|:;., \n\t",
  ...[
    "/*",
    "*/",
    "//",
    "<!--",
    "-->",
    "${",
    "#{",
    "`${",
    "<?php",
    "?>",
    "'''",
    '"""',
    "```js\n",
    "<<A\n",
    "=>",
    "<a b="
  ],
  ...[
    "a",
    "A",
    "0",
    "1.5e3",
    "true",
    "null",
    "const x = ",
    "function f(",
    "class A ",
    "key: ",
    "---\n",
    "SELECT ",
    "é",
    "😀"
  ]
]

const code = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((some) => some.join(""))
const language = fc.constantFrom(...languages.keys())

describe("coloured code", () => {
  it("has the text of the code, in every language", () => {
    fc.assert(
      fc.property(language, code, fc.boolean(), (name, text, isNumbered) => {
        assert.strictEqual(textOf(makeHighlight()(text, name, isNumbered).text), text)
      })
    )
  })

  it.each([
    ["sh", 'npm install # x\necho "a $B"', ["f npm", "f install", "c # x", "b echo", 's "a ', "a $B", 's "']],
    ["js", "const a = f(1, 'x')", ["k const", "f f", "n 1", "s 'x'"]],
    ["TS", "type A = string | null", ["k type", "b A", "b string", "k null"]],
    ["tsx", "<B a={1}>x</B>", ["b B", "f  ", "a a", "n 1", "b B"]],
    ["json", '{"a": [true, 1]}', ['a "a"', "n true", "n 1"]],
    ["yaml", "a: 'b' # c", ["a a", "s 'b'", "c # c"]],
    ["html", "<p id=x>a</p><script>let b</script>", ["f p ", "a id", "s =x", "f p", "f script", "k let", "f script"]],
    ["css", "a{color:#fff}", ["f a", "a color", "n #fff"]],
    ["python", "def f(a): return None", ["k def", "f f", "k return", "n None"]],
    ["go", "func f() { return nil }", ["k func", "f f", "k return", "n nil"]],
    ["diff", "-a\n+b", ["d -a\n", "s +b"]],
    ["sql", "SELECT a FROM b", ["k SELECT", "k FROM"]],
    ["dockerfile", "FROM node:20", ["k FROM"]],
    [
      "http",
      'GET /a HTTP/1.1\nContent-Type: application/json\n\n{"a": 1}',
      ["k GET", "s /a", "a HTTP/1.1", "a Content-Type", 'a "a"', "n 1"]
    ],
    ["toml", "a = 1", ["a a", "n 1"]],
    ["php", "<?php echo 'a';", ["k <?php", "k echo", "s 'a'"]]
  ])("in %s", (name, text, parts) => {
    assert.deepStrictEqual(coloured(name, text), parts)
  })

  it("of an unknown language is plain, and nothing of it is HTML", () => {
    assert.strictEqual(makeHighlight()("<b>const</b>", "nothing", false).text, "&lt;b&gt;const&lt;/b&gt;")
    assert.strictEqual(makeHighlight()("<b>const</b>", "constructor", false).text, "&lt;b&gt;const&lt;/b&gt;")
  })

  it("that is nested too deeply is plain", () => {
    const text = "`${".repeat(3_000)
    assert.strictEqual(makeHighlight()(text, "ts", false).text, text)
  })

  it("is limited on each page by the time that reading it may take", () => {
    const long = (length: number) => `"${"a ".repeat((length - 2) / 2)}"`
    assert.lengthOf(coloured("js", long(10_000)), 1)
    assert.lengthOf(coloured("js", long(10_002)), 0)
    const highlight = makeHighlight()
    const parts = Array.from({ length: 8 }, () => coloured("js", long(4_000), highlight).length)
    assert.deepStrictEqual(parts, [1, 1, 1, 1, 1, 1, 0, 0])
    assert.deepStrictEqual(coloured("js", "1", highlight), ["n 1"], "a short one after that")
  })
})
