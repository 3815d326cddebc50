import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { hasMarkers, markedParts, outermostParts } from "../../../src/content/merge/Markers.js"
import { mergeText } from "../../../src/content/merge/MergeText.js"
import { edited, plan, runs, shared, write } from "./pages.js"
import { pair, textsOf } from "./sides.js"

const any = fc.oneof(
  plan.map(write),
  fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "-", "`", " ", "#", "{%", ":") })
)

const versions = shared.map(({ edits, owners, page }) => ({
  base: write(page),
  ours: write(edited(page, edits, (index) => owners[index] === "ours")),
  theirs: write(edited(page, edits, (index) => owners[index] === "theirs")),
  both: write(edited(page, edits, () => true))
}))

describe("laws", () => {
  it("a side that changed nothing gives the other, and equal sides give that", () => {
    fc.assert(
      fc.property(any, any, (base, other) => {
        const all = [mergeText(base, base, other), mergeText(base, other, base), mergeText(base, other, other)]
        for (const { conflicts, text } of all) expect({ conflicts, text }).toEqual({ conflicts: [], text: other })
      }),
      runs
    )
  })

  it("edits of different blocks never conflict, are never lost, and leave every other byte", () => {
    fc.assert(
      fc.property(versions, ({ base, both, ours, theirs }) => {
        expect(mergeText(base, ours, theirs)).toEqual({ text: both, conflicts: [], withMarkers: both })
      }),
      runs
    )
  })

  it("merging what is merged once more changes nothing", () => {
    fc.assert(
      fc.property(versions, ({ base, both, ours, theirs }) => {
        expect(mergeText(ours, ours, both).text).toBe(both)
        for (const again of [mergeText(base, both, theirs), mergeText(base, ours, both)]) {
          if (again.conflicts.length === 0) expect(again.text).toBe(both)
        }
      }),
      runs
    )
  })

  it("whatever the texts: either order gives the same, decided conflicts are gone, and open ones are between markers", () => {
    const related = fc.tuple(shared, shared).map(([a, b]) => ({
      base: write(a.page),
      ours: write(edited(a.page, a.edits, () => true)),
      theirs: write({
        ...edited(a.page, b.edits.concat(a.edits).slice(0, a.page.blocks.length), () => true),
        fields: b.page.fields
      })
    }))
    fc.assert(
      fc.property(fc.oneof(related, fc.record({ base: any, ours: any, theirs: any })), ({ base, ours, theirs }) => {
        const there = mergeText(base, ours, theirs)
        const back = mergeText(base, theirs, ours)
        expect(back.conflicts.map(({ where }) => where)).toEqual(there.conflicts.map(({ where }) => where))
        if (there.conflicts.length === 0) expect(back.text).toBe(there.text)
        expect(hasMarkers(there.withMarkers)).toBe(there.conflicts.length > 0)
        const between = ({ kind, where, ...sides }: (typeof there.conflicts)[number], side: "ours" | "theirs") =>
          kind === "field" && where !== "front matter" && sides[side] !== "" ? `${where}: ${sides[side]}` : sides[side]
        expect(markedParts(there.withMarkers).map(({ main, request }) => [main, request])).toEqual(
          there.conflicts.map((each) =>
            [between(each, "ours"), between(each, "theirs")].map((side) => side.replace(/(?:\r\n?|\n)$/, ""))
          )
        )
        const wheres = there.conflicts.map(({ where }) => where)
        expect(new Set(wheres).size).toBe(wheres.length)
        const mine = mergeText(base, ours, theirs, new Map(wheres.map((where) => [where, "ours"])))
        expect(mine.conflicts).toEqual([])
        expect(mine.text).toBe(mergeText(base, theirs, ours).text)
      }),
      runs
    )
  })
})

const merged = (base: string, ours: string, theirs: string): string => {
  const { conflicts, text } = mergeText(base, ours, theirs)
  expect(conflicts).toEqual([])
  return text
}

describe("bodies", () => {
  it("merges a paragraph word by word where the edits do not touch", () => {
    expect(merged("the quick brown fox jumps\n", "the slow brown fox jumps\n", "the quick brown fox sleeps\n")).toBe(
      "the slow brown fox sleeps\n"
    )
  })

  it("keeps both versions where they touch", () => {
    const { conflicts, text, withMarkers } = mergeText(
      "# T\n\nthe fox\n\nend\n",
      "# T\n\nthe cat\n\nend\n",
      "# T\n\nthe dog\n\nend\n"
    )
    expect(conflicts).toEqual([
      { kind: "block", where: "block 2", base: "the fox", ours: "the cat", theirs: "the dog" }
    ])
    expect(text).toBe("# T\n\nthe dog\n\nend\n")
    expect(withMarkers).toBe("# T\n\n<<<<<<< main\nthe cat\n=======\nthe dog\n>>>>>>> change request\n\nend\n")
  })

  it("does not mix words that stand side by side", () => {
    expect(mergeText("the fox.\n", "the dog.\n", "the fox!\n").conflicts).toHaveLength(1)
  })

  it("merges code by line, never by word, and puts markers inside the fence", () => {
    const code = (a: string, b: string): string => `\`\`\`\n${a}\nmiddle\n${b}\n\`\`\`\n`
    expect(merged(code("a b", "c"), code("A b", "c"), code("a b", "C"))).toBe(code("A b", "C"))
    const { withMarkers } = mergeText(code("a b c", "d"), code("A b c", "d"), code("a b C", "d"))
    expect(withMarkers).toBe(code("<<<<<<< main\nA b c\n=======\na b C\n>>>>>>> change request", "d"))
  })

  it("merges items of one list, and rows of one table", () => {
    expect(merged("- a\n- b\n- c\n", "- A\n- b\n- c\n", "- a\n- B\n- c\n- d\n")).toBe("- A\n- B\n- c\n- d\n")
    const table = (a: string, b: string): string => `| x |\n| - |\n| ${a} |\n| ${b} |`
    expect(merged(table("1", "2"), table("one", "2"), table("1", "two"))).toBe(table("one", "two"))
  })

  it("takes the same insert once, and does not choose an order for different ones", () => {
    expect(merged("a\n\nb\n", "a\n\nnew\n\nb\n", "a\n\nnew\n\nb\n")).toBe("a\n\nnew\n\nb\n")
    const { conflicts } = mergeText("a\n\nb\n", "a\n\nmine\n\nb\n", "a\n\nyours\n\nb\n")
    expect(conflicts).toEqual([{ kind: "block", where: "after block 1", base: "", ours: "mine", theirs: "yours" }])
  })

  it("deleting a block against editing it is a conflict that each side and a text can decide", () => {
    const sides = ["a\n\nb\n\nc\n", "a\n\nc\n", "a\n\nB\n\nc\n"] as const
    const { conflicts } = mergeText(...sides)
    expect(conflicts).toEqual([{ kind: "block", where: "block 2", base: "b", ours: "", theirs: "B" }])
    expect(mergeText(...sides, new Map([["block 2", "ours"]])).text).toBe("a\n\nc\n")
    expect(mergeText(...sides, new Map([["block 2", "theirs"]])).text).toBe("a\n\nB\n\nc\n")
    expect(mergeText(...sides, new Map([["block 2", { text: "both" }]])).text).toBe("a\n\nboth\n\nc\n")
  })

  it("appends to a text without final line break, and changes line breaks and blank lines only as a side did", () => {
    expect(merged("a\n\nb", "a\n\nb\n\nc", "A\n\nb")).toBe("A\n\nb\n\nc")
    expect(merged("a\n\nb", "a\n\nb\n\nc", "a")).toBe("a\n\nc")
    expect(merged("a\r\n\r\nb\r\n", "a\n\nb\n", "a\r\n\r\nB\r\n")).toBe("a\n\nB\n")
    expect(merged("# A\ntext\n\n\n\nend", "# A\n\ntext\n\n\n\nend", "# A\ntext\n\n\n\nEND")).toBe(
      "# A\n\ntext\n\n\n\nEND"
    )
  })

  it("lets one side edit inside a hint whose neighbour the other edits", () => {
    const hint = (a: string, b: string): string => `{% hint %}\n${a}\n\n${b}\n{% endhint %}\n`
    expect(merged(hint("a", "b"), hint("A", "b"), hint("a", "B"))).toBe(hint("A", "B"))
  })
})

const page = (yaml: string, body = "# T\n"): string => (yaml === "" ? body : `---\n${yaml}---\n\n${body}`)

describe("front matter", () => {
  it("merges by key, with comments and quotes as they were written", () => {
    const base = page("icon: a # why\nhidden: true\n")
    const ours = page("icon: 'b' # why not\nhidden: true\n")
    const theirs = page("icon: a # why\ndescription: >-\n  two\n  lines\n")
    expect(merged(base, ours, theirs)).toBe(page("icon: 'b' # why not\ndescription: >-\n  two\n  lines\n"))
  })

  it("merges maps inside by their keys", () => {
    const base = page("vars:\n  a: one\n  b: two\n")
    expect(merged(base, page("vars:\n  a: ONE\n  b: two\n"), page("vars:\n  a: one\n  b: TWO\n"))).toBe(
      page("vars:\n  a: ONE\n  b: TWO\n")
    )
  })

  it("adds and removes the block", () => {
    expect(merged(page(""), page("icon: a\n"), page("", "# U\n"))).toBe(page("icon: a\n", "# U\n"))
    expect(merged(page("icon: a\n"), page(""), page("icon: a\n", "# U\n"))).toBe(page("", "# U\n"))
    expect(merged(page(""), page("icon: a\n"), page("hidden: true\n"))).toBe(page("hidden: true\nicon: a\n"))
  })

  it("states a conflict by the key, keeps the front matter valid, and puts the markers before the body", () => {
    const { conflicts, text, withMarkers } = mergeText(page("icon: a\n"), page("icon: b\n"), page("icon: c\n"))
    expect(conflicts).toEqual([{ kind: "field", where: "icon", base: "a", ours: "b", theirs: "c" }])
    expect(text).toBe(page("icon: c\n"))
    expect(withMarkers).toContain("<<<<<<< main\nicon: b\n=======\nicon: c\n>>>>>>> change request\n")
    expect(withMarkers.startsWith("---\nicon: c\n---\n")).toBe(true)
    const chosen = new Map([["icon", { text: "d: e" }]])
    expect(mergeText(page("icon: a\n"), page("icon: b\n"), page("icon: c\n"), chosen).text).toBe(page('icon: "d: e"\n'))
  })

  it("takes front matter that is not plain as one field", () => {
    const { conflicts } = mergeText(page("{ a: b }\n"), page("{ a: c }\n"), page("{ a: d }\n"))
    expect(conflicts.map(({ where }) => where)).toEqual(["front matter"])
  })
})

describe("markers", () => {
  it("stay together with what is between them, whatever main changes there afterwards", () => {
    const edits = fc.tuple(pair, pair, fc.boolean()).map(([first, second, isOther]) => {
      const { base, ours, theirs } = textsOf(first)
      // The next change of main writes other words near the same place, or leaves the first change in part.
      const next = isOther ? textsOf({ ...first, ours: second.ours.slice(0, 1) }).ours : textsOf(second).ours
      return { main: ours, next, request: mergeText(base, ours, theirs).withMarkers }
    })
    fc.assert(
      fc.property(edits, ({ main, next, request }) => {
        const merged = mergeText(main, next, request).withMarkers
        for (const { from, to } of outermostParts(request)) expect(merged).toContain(request.slice(from, to))
      }),
      { numRuns: runs.numRuns * 4 }
    )
  })

  it("stay together where main writes beside them", () => {
    const between = "<<<<<<< main\nb\n\nc\n=======\nx\n\nc\n\ny\n>>>>>>> change request"
    const { withMarkers } = mergeText("one\n\nb\n\nc\n", "main\n\nb\n\nc\n", `request\n\n${between}\n`)
    expect(withMarkers).toContain(between)
    expect(markedParts(withMarkers).map(({ main, request }) => [main, request])).toEqual([["b\n\nc", "x\n\nc\n\ny"]])
  })

  it("are not found in a page about git", () => {
    expect(hasMarkers("```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> branch\n```\n")).toBe(false)
    expect(hasMarkers("<<<<<<< main is how it begins\n")).toBe(false)
    expect(hasMarkers("```\r\n<<<<<<< main\r\na\r\n=======\r\n>>>>>>> change request\r\n```")).toBe(true)
  })

  it("are found where a closing line follows a middle line that follows an opening one, and no other opens between", () => {
    const lines: Readonly<Record<string, string>> = {
      o: "<<<<<<< main",
      m: "=======",
      c: ">>>>>>> change request",
      " ": " =======",
      "=": "========",
      ".": ""
    }
    const pages = fc.array(fc.tuple(fc.constantFrom(...Object.keys(lines)), fc.constantFrom("\n", "\r\n", "\r")))
    fc.assert(
      fc.property(pages, (page) => {
        const text = page.map(([line, eol]) => `${lines[line]}${eol}`).join("")
        const read = page.map(([line]) => line).join("")
        expect(hasMarkers(text)).toBe(/o[^o]*m[^o]*c/.test(read))
      }),
      { numRuns: runs.numRuns * 20 }
    )
  })
})

// Measurements that noise has spoilt are repeated.
describe("cost", { retry: 2 }, () => {
  const many = (line: (index: number) => string, eol = "\n"): string =>
    Array.from({ length: 20_000 }, (_, index) => line(index)).join(eol)
  const cases: ReadonlyArray<readonly [string, string, string, string]> = [
    ["equal lines", many(() => "same"), `${many(() => "same")}\nsame`, many(() => "same").slice(5)],
    [
      "equal blocks",
      many(() => "same", "\n\n"),
      many(() => "same", "\n\n").slice(6),
      `${many(() => "same", "\n\n")}\n\nsame`
    ],
    ["different lines", many((n) => `a${n}`), many((n) => `b${n}`), many((n) => `c${n}`)],
    ["different blocks", many((n) => `a${n}`, "\n\n"), many((n) => `b${n}`, "\n\n"), many((n) => `c${n}`, "\n\n")],
    [
      "shuffled blocks",
      many((n) => `a${n}`, "\n\n"),
      many((n) => `a${(n * 7919) % 20_000}`, "\n\n"),
      many((n) => `a${(n * 104_729) % 20_000}`, "\n\n")
    ],
    ["one long line", "word ".repeat(200_000), "other ".repeat(150_000), "third ".repeat(150_000)],
    [
      "one fence",
      `\`\`\`\n${many((n) => `a${n % 3}`)}\n\`\`\``,
      `\`\`\`\n${many((n) => `a${n % 5}`)}\n\`\`\``,
      `\`\`\`\n${many((n) => `a${n % 7}`)}\n\`\`\``
    ]
  ]
  it.each(cases)("of 20,000 %s stays within seconds", (_name, base, ours, theirs) => {
    const start = process.cpuUsage()
    mergeText(base, ours, theirs)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000)
  })
})
