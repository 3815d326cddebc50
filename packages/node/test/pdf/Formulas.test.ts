import { isHarmless, toTypst } from "@lectern/node/pdf/Formulas"
import { typeset } from "@lectern/node/pdf/Typeset"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { expect, it } from "vitest"
import { documentOf, page, read } from "./reading.js"

const set = async (formulas: ReadonlyArray<string>): Promise<string> =>
  (
    await read(
      typeset(documentOf([page("F", `before\n\n${formulas.map((one) => `$$${one}$$`).join("\n\n")}\n\nafter`)])).pdf
    )
  ).text

it("sets formulas", async () => {
  const formulas = [
    "\\frac{a}{b}",
    "\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}",
    "\\sum_{i=1}^{n} \\alpha_i x_i",
    "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}",
    "\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{otherwise} \\end{cases}",
    "\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}",
    "\\mathbb{R} \\to \\mathcal{L} \\subseteq \\Omega",
    "\\overbrace{a+b}^{n} \\hat{x} \\vec{y} \\sqrt[3]{z}",
    "f'(x) \\le \\lim_{h \\to 0} g(h)",
    "x = 1 \\tag{2} \\label{eq:x}",
    "\\left( \\frac{1}{1 + x} \\right)"
  ]
  for (const formula of formulas) expect(toTypst(formula), formula).toBeDefined()
  expect(await set(formulas)).not.toContain("\\")
})

it("shows what Typst would run, or cannot set, as it was written", async () => {
  const formulas = [
    '\\text{a"b\\\\} \\#read("x")',
    "\\operatorname{x} std.read(\\text{/document.json})",
    "\\mathrm{sys}.inputs",
    "eval(x)",
    "\\unknown{x}",
    "json(x)",
    "\\frac{a}{"
  ]
  const text = (await set(formulas)).normalize("NFKC").replaceAll(/\s/g, "")
  for (const part of ["before", "after", "\\unknown", "json", "\\frac{a}{"]) expect(text).toContain(part)
})

it("goes on after a formula that it cannot read, and says how many there are", async () => {
  const text = "Before $\\frac{a}{b} + \\unknown{x}$ between $\\frac{$ and $x^2$ after."
  const { pdf, problems } = typeset(documentOf([page("F", `${text}\n\nThe next.`)]))
  const shown = (await read(pdf)).text.normalize("NFKC").replaceAll(/\s/g, "")
  expect(shown).toContain("Beforeab+\\unknownxbetween\\frac{andx2after.Thenext.")
  expect(problems).toEqual(["2 formulas are shown in part as written."])
})

it("gives up on formulas that nest without end", async () => {
  const text = await set([`${"(".repeat(3000)}x`, `${"\\frac{1}{".repeat(300)}x${"}".repeat(300)}`])
  expect(text).toContain("after")
})

it("lets no name through but those of mathematics", () => {
  for (const name of [
    "std",
    "sys",
    "read",
    "eval",
    "json",
    "plugin",
    "include",
    "image",
    "link",
    "std.read",
    "calc.pow"
  ]) {
    expect(isHarmless(`${name}(x)`)).toBe(false)
    expect(isHarmless(`x + ${name}`)).toBe(false)
  }
  for (const text of ["#x", "a // b", "a /* b", "@ref", "`x`", "$x$", '"a\\"', "..x", '"open'])
    expect(isHarmless(text)).toBe(false)
})

it("never gives anything with code in it", () => {
  const piece = fc.constantFrom(
    '"',
    "\\",
    "#",
    "{",
    "}",
    "(",
    ")",
    "std",
    ".read",
    "\\text",
    "\\frac",
    "x",
    " ",
    "$",
    "`",
    "/",
    "*",
    "_",
    "^",
    "&",
    "@"
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const converted = toTypst(pieces.join(""))
      if (converted === undefined) return
      const bare = converted.typst.replaceAll(/\\./g, "").replaceAll(/"[^"]*"/g, "")
      expect(bare).not.toMatch(/[#@`$"]|\bstd\b|\bread\b|\/\/|\/\*/)
    }),
    { numRuns: runs(2000) }
  )
})
