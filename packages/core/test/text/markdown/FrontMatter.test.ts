import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { split } from "../../../src/text/markdown/FrontMatter.js"
import { patch, type YamlInput } from "../../../src/text/markdown/FrontMatterPatch.js"
import { parse } from "../../../src/text/markdown/Yaml.js"

describe("split", () => {
  it("finds front matter only at the very start, and only what looks like keys", () => {
    const body = (text: string): string => text.slice(split(text).bodyStart)
    assert.strictEqual(body("---\na: 1\n---\n# T\n"), "# T\n")
    assert.strictEqual(body("\uFEFF---\r\na: 1\r\n---\r\n# T\r\n"), "# T\r\n")
    assert.strictEqual(body("---\n---\ntext"), "text")
    assert.strictEqual(body("---\n# only a comment\n\n---\ntext"), "text")
    assert.strictEqual(body("---\na: 1\n---"), "")
    assert.strictEqual(body('---\n"quoted key": 1\n---\nx'), "x")
    for (const none of [
      "# T\n---\na: 1\n---\n",
      "---\na: 1\n",
      "---\n\nJust text\n\n---\n",
      "---\n- a\n---\n",
      "----\na: 1\n----\n"
    ]) {
      assert.strictEqual(body(none), none)
    }
  })
})

describe("parse", () => {
  it("reads scalars as they are written", () => {
    const { values } = parse(
      '---\nversion: 1.10\nyes: true\nempty:\ntilde: ~\nquoted: "null"\nlist: [a, 2]\nmap: {x: 1}\n---\n'
    )
    assert.deepStrictEqual(values, {
      version: "1.10",
      yes: "true",
      empty: null,
      tilde: null,
      quoted: "null",
      list: ["a", "2"],
      map: { x: "1" }
    })
  })

  it("tells the line in the text of what is wrong", () => {
    assert.deepStrictEqual(parse("---\na: 1\nb: [x\n---\n# T\n").values, {})
    assert.deepStrictEqual(parse("---\na: 1\na: 2\n---\n").problems, [
      { line: 3, message: "invalid YAML: Map keys must be unique" }
    ])
    assert.match(parse(`---\na: ${"[".repeat(50_000)}\n---\n`).problems[0]!.message, /^invalid YAML/)
    const bomb =
      "a: &a [x,x,x,x,x,x,x,x,x]\n" +
      [..."bcdefg"].map((c, i) => `${c}: &${c} [${Array(9).fill(`*${"abcdefg"[i]}`)}]\n`).join("")
    assert.deepStrictEqual(parse(`---\n${bomb}---\n`).problems, [{ line: 2, message: "invalid YAML: too many values" }])
    assert.strictEqual(Object.getPrototypeOf(parse("---\n__proto__: {x: 1}\n---\n").values), Object.prototype)
  })
})

describe("patch", () => {
  const text = "---\n# first\na: one # why\nb: >-\n  folded\n  text\n\nc: [1, 2]\nd:\n  e: f # deep\n---\n\n# T\n"

  it("changes only the named keys", () => {
    assert.strictEqual(patch(text, { a: "two" }), text.replace("one", "two"))
    assert.strictEqual(patch(text, { b: "short" }), text.replace(">-\n  folded\n  text", "short"))
    assert.strictEqual(patch(text, { c: undefined }), text.replace("c: [1, 2]\n", ""))
    assert.strictEqual(patch(text, { d: { e: "g" } }), text.replace("  e: f # deep\n", "  e: g\n"))
    assert.strictEqual(patch(text, { new: "x: y" }), text.replace("---\n\n#", 'new: "x: y"\n---\n\n#'))
    assert.strictEqual(patch(text, {}), text)
    assert.strictEqual(patch(text, { zzz: undefined }), text)
  })

  it("adds a block, with the line ending and mark of the text, and removes an empty one", () => {
    assert.strictEqual(patch("# T\r\n", { a: true }), "---\r\na: true\r\n---\r\n\r\n# T\r\n")
    assert.strictEqual(patch("\uFEFF# T\n", { a: "b" }), "\uFEFF---\na: b\n---\n\n# T\n")
    assert.strictEqual(patch("---\na: b\n---\n\n# T\n", { a: undefined }), "# T\n")
    assert.strictEqual(patch("---\n# kept\na: b\n---\n# T\n", { a: undefined }), "---\n# kept\n---\n# T\n")
    assert.strictEqual(patch("---\n{a: b, c: d}\n---\n", { a: "x" }), "---\n{a: x, c: d}\n---\n")
  })

  it("keeps invalid YAML as comments beside the keys that it adds", () => {
    assert.strictEqual(
      patch("---\r\ntitle: Setup: the basics\r\n\r\n# x\r\n---\r\nA", { hidden: true }),
      "---\r\n# title: Setup: the basics\r\n\r\n# x\r\nhidden: true\r\n---\r\nA"
    )
    assert.strictEqual(patch("---\na: [\n---\n", { a: undefined }), "---\na: [\n---\n")
    const deep = "[".repeat(200)
    const many = "-\n".repeat(5_001)
    const piece = fc.constantFrom(
      "b: c: d",
      "e: [",
      "f",
      "\t- g",
      "&h",
      "%i",
      "'j",
      '"k',
      "# l",
      "\r",
      "\n",
      " ",
      deep,
      many
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const text = `---\na: {\n${pieces.join("")}\n---\nbody\n`
        fc.pre(parse(text).problems.length > 0)
        const patched = patch(text, { hidden: true })
        assert.deepStrictEqual(parse(patched), { values: { hidden: "true" }, problems: [] })
        const lines = new Set(patched.split("\n").map((line) => line.replace(/^# /, "")))
        for (const line of text.split("\n")) assert.isTrue(lines.has(line.replace(/^# /, "")), line)
      }),
      { numRuns: runs(100) }
    )
  })

  const key = fc.constantFrom("a", "b", "c d", "e-f", "true", "1", "ключ")
  const scalar = fc.oneof(
    fc.string({ unit: "grapheme" }).filter((each) => each.isWellFormed() && !/[\p{Cc}\u2028\u2029\uFEFF]/u.test(each)),
    fc.constantFrom(
      "null",
      "~",
      "true",
      "1.10",
      "a: b",
      "# c",
      "- d",
      "'",
      '"',
      "line\nbreak",
      " padded ",
      "",
      ">-",
      "&a",
      "*a",
      "---"
    ),
    fc.boolean()
  )
  const value: fc.Arbitrary<YamlInput> = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(key, scalar, { maxKeys: 3 })
  )
  const asText = (each: YamlInput): unknown => {
    if (typeof each === "boolean") return String(each)
    if (Array.isArray(each)) return each.map(asText)
    return typeof each === "object" && each !== null
      ? Object.fromEntries(Object.entries(each).map(([name, inner]) => [name, asText(inner)]))
      : each
  }

  it("reads back what it wrote, and keeps the body", () => {
    fc.assert(
      fc.property(
        fc.dictionary(key, value),
        fc.dictionary(key, fc.option(value, { nil: undefined })),
        fc.boolean(),
        (first, second, crlf) => {
          const body = crlf ? "# T\r\n" : "# T\n"
          const one = patch(body, first)
          assert.deepStrictEqual(parse(one).values, asText(first))
          const two = patch(one, second)
          const expected: Record<string, unknown> = { ...(asText(first) as object) }
          for (const [name, each] of Object.entries(second)) {
            if (each === undefined) delete expected[name]
            else expected[name] = asText(each)
          }
          assert.deepStrictEqual(parse(two).values, expected)
          assert.isTrue(two.endsWith(body))
        }
      ),
      { numRuns: runs(300) }
    )
  })
})
