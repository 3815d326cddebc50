/** Random texts: made of everything that markdown, HTML, YAML and block tags know, well formed and not. */
import { FastCheck as fc } from "effect"

const word = fc.constantFrom("a", "word", "Straße", "文档", "🦊", "é", "‏שלום", "x_y", "aB", "1.", "https://a.b/c", "")
const destination = fc.constantFrom("/pages/a", "b.md", "<c d>", "/files/x", "#y", "x(y)", "", '"', "\\", "z 'title'")
const name = fc.constantFrom("hint", "tabs", "tab", "code", "stepper", "columns", "if", "include", "openapi-operation")
const element = fc.constantFrom("div", "p", "a", "img", "details", "table", "td", "code", "script", "ul", "li")
const piece = fc.constantFrom(
  ..."[ ] ( ) ! < > ` ``` ~~~ ** * _ ~~ | --- === # ## > - + 1. {% %} {{ }} {# $ $$ \\ & &amp; \n \r\n \t <!-- --> <? <![CDATA[ ]] [^1]: [a]: ".split(
    " "
  ),
  " ",
  "\n\n",
  "    "
)

const { text } = fc.letrec<{ readonly text: string; readonly part: string; readonly line: string }>((tie) => {
  const inside = (open: string, close: string) => tie("text").map((inner) => `${open}${inner}${close}`)
  return {
    text: fc.array(tie("part"), { maxLength: 5 }).map((parts) => parts.join("")),
    line: fc.array(fc.oneof(word, piece), { maxLength: 8 }).map((parts) => `${parts.join(" ")}\n`),
    part: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("line"),
      piece,
      word,
      fc.string({ unit: "grapheme", maxLength: 8 }),
      fc.string({ unit: "binary", maxLength: 4 }).map((odd) => odd.replaceAll("\0", "").toWellFormed()),
      fc.tuple(word, destination).map(([label, to]) => `[${label}](${to})`),
      fc.tuple(tie("text"), destination).map(([label, to]) => `![${label}](${to})`),
      fc
        .tuple(name, tie("text"), fc.boolean())
        .map(
          ([tag, inner, isClosed]) =>
            `\n{% ${tag} title="${inner.slice(0, 5)}" %}\n${inner}\n${isClosed ? `{% end${tag} %}` : ""}\n`
        ),
      fc
        .tuple(element, tie("text"), fc.boolean())
        .map(([tag, inner, isClosed]) => `<${tag} href="b.md">${inner}${isClosed ? `</${tag}>` : ""}`),
      fc
        .tuple(fc.constantFrom("> ", "- ", "1. ", "    ", "# ", "| "), tie("text"))
        .map(([mark, inner]) => `\n${mark}${inner.replaceAll("\n", `\n${mark}`)}\n`),
      inside("**", "**"),
      inside("*", "_"),
      inside("\n```js\n", "\n```\n"),
      inside("`", "`"),
      inside("\n| a | b |\n|---|:-:|\n| ", " | c |\n"),
      inside("\n<<<<<<< main\n", "\n=======\n>>>>>>> change request\n")
    )
  }
})

const yaml = fc.array(
  fc.oneof(
    fc
      .tuple(fc.constantFrom("title", "cover", "vars", "layout", "if", "a", '"b"'), word)
      .map(([key, to]) => `${key}: ${to}`),
    fc.constantFrom(
      "a: [",
      "b: {x: [1]}",
      "c: &c [1]",
      "d: *c",
      "- e",
      "  f: g",
      "h: |",
      "# i",
      "j: 'k",
      "? l",
      "",
      "..."
    )
  ),
  { maxLength: 5 }
)

/** A text of a page. */
export const markdown = fc
  .tuple(fc.option(yaml), text)
  .map(([head, body]) => (head === null ? "" : `---\n${head.join("\n")}\n---\n`) + body)
  .map((made) => made.replaceAll("\0", "").toWellFormed())
