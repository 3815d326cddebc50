/**
 * Texts that are hard to parse. Each can be generated at any length, so that tests can pass them to every parser, and
 * check that twice the text takes twice the time.
 */

/** A kind of text. */
export interface HostileText {
  readonly name: string
  /** Generates a text of about `length` bytes in UTF-8, and never more if `length` is at least 100. */
  readonly make: (length: number) => string
}

const encoder = new TextEncoder()
const bytesOf = (text: string): number => encoder.encode(text).length

/** `part`, repeated as often as it fits between `before` and `after`. */
const repeated =
  (part: string, before = "", after = "") =>
  (length: number): string => {
    const times = Math.floor((length - bytesOf(before) - bytesOf(after)) / bytesOf(part))
    return times <= 0 ? before.slice(0, Math.max(0, length)) : before + part.repeat(times) + after
  }

/** `open` as often as it fits, then `inner`, and as many `close`. */
const nested =
  (open: string, close: string, inner = "") =>
  (length: number): string => {
    const depth = Math.max(0, Math.floor((length - bytesOf(inner)) / (bytesOf(open) + bytesOf(close))))
    return open.repeat(depth) + inner + close.repeat(depth)
  }

/** The results of `part` for 0, 1, 2…, as many as fit between `before` and `after`. */
const counted =
  (part: (index: number) => string, before = "", after = "") =>
  (length: number): string => {
    const parts: Array<string> = []
    let left = length - bytesOf(before) - bytesOf(after)
    for (let index = 0; ; index++) {
      const next = part(index)
      left -= bytesOf(next)
      if (left < 0) break
      parts.push(next)
    }
    return before + parts.join("") + after
  }

/** Items nested as deeply as `length` allows, each indented below its predecessor. */
const indented =
  (marker: string, step: number, before = "", after = "") =>
  (length: number): string => {
    const depth = Math.floor(Math.sqrt((2 * (length - before.length - after.length)) / step)) - marker.length - 2
    const lines = Array.from({ length: Math.max(1, depth) }, (_, index) => `${" ".repeat(index * step)}${marker}`)
    return `${before}${lines.join("\n")}\n${after}`
  }

/** A table with this many columns, and as many rows as fit. */
const table = (columns: number) => (length: number) => {
  const fitting = Math.max(1, Math.min(columns, Math.floor(length / 12)))
  const row = `${"|a".repeat(fitting)}|\n`
  return repeated(row, `${row}${"|-".repeat(fitting)}|\n`)(length)
}

/** The maximum length of front matter that is read as such, in bytes. */
const longestFrontMatter = 130_000

/** A text with front matter from `make`, at the maximum length of front matter, followed by words. */
const frontMatter =
  (make: (length: number) => string) =>
  (length: number): string => {
    const head = `---\n${make(Math.min(length, longestFrontMatter) - 9)}\n---\n`
    return head + repeated("word ")(length - bytesOf(head))
  }

/** YAML in which every key refers twice to its predecessor, so that expanding it would double with each key. */
const aliases = counted((index) =>
  index === 0 ? "k0: &k0 [a]\n" : `k${index}: &k${index} [*k${index - 1}, *k${index - 1}]\n`
)

const definitions = (length: number): string => {
  const definitionsOnly = counted((index) => `[a${index}]: /x${index}\n`)(length / 2)
  return definitionsOnly + counted((index) => `[a${index}] `, "\n")(length - definitionsOnly.length)
}

const footnotes = (length: number): string => {
  const notes = counted((index) => `[^${index}]: note ${index}\n\n`)(length / 2)
  return notes + counted((index) => `word[^${index}] `)(length - notes.length)
}

/** All kinds, each with a unique name. */
export const hostileTexts: ReadonlyArray<HostileText> = [
  { name: "links", make: repeated("[a](/pages/a) ") },
  { name: "links, one a line", make: repeated("[a](/pages/a)\n\n") },
  { name: "images", make: repeated("![a](/files/a) ") },
  { name: "headings", make: repeated("# a\n") },
  { name: "headings with text", make: repeated("## a\n\nb\n\n") },
  { name: "different headings", make: counted((index) => `## a${index}\n`) },
  { name: "underlined headings", make: repeated("a\n===\n") },
  { name: "one underlined heading", make: repeated("a\n", "", "===\n") },
  { name: "opening brackets", make: repeated("[") },
  { name: "closing brackets", make: repeated("]") },
  { name: "nested brackets", make: nested("[", "]") },
  { name: "nested links", make: nested("[", "](a)", "a") },
  { name: "nested images", make: nested("![", "](a)", "a") },
  { name: "image openings", make: repeated("![") },
  { name: "link openings", make: repeated("[a](") },
  { name: "link openings with an angle bracket", make: repeated("[a](<") },
  { name: "link openings with a title", make: repeated('[a](b "') },
  { name: "link openings with parentheses", make: repeated("[a](b(") },
  { name: "attributes without a tag", make: repeated("src=") },
  { name: "bracket pairs", make: repeated("[a][b]") },
  { name: "empty bracket pairs", make: repeated("[]") },
  { name: "parentheses", make: nested("(", ")") },
  { name: "unclosed hints", make: repeated("{% hint %}\n") },
  { name: "closed hints", make: repeated("{% hint %}\na\n{% endhint %}\n") },
  { name: "nested hints", make: nested("{% hint %}\n", "{% endhint %}\n") },
  { name: "hint ends", make: repeated("{% endhint %}\n") },
  { name: "tabs", make: repeated('{% tabs %}\n{% tab title="a" %}\nb\n{% endtab %}\n{% endtabs %}\n') },
  { name: "nested tabs", make: nested('{% tabs %}\n{% tab title="a" %}\n', "{% endtab %}\n{% endtabs %}\n") },
  { name: "crossing tags", make: repeated("{% hint %}\n{% tabs %}\n{% endhint %}\n{% endtabs %}\n") },
  { name: "different tags", make: counted((index) => `{% t${index} %}\n`) },
  { name: "tags in one line", make: repeated('{% include "x" %}') },
  { name: "tag openings", make: repeated("{%") },
  { name: "named tag openings", make: repeated("{%a") },
  { name: "tag openings with a quote", make: repeated('{% a "') },
  { name: "tags with many arguments", make: repeated(' a="b"', "{% hint", " %}\n") },
  { name: "API operations", make: repeated('{% openapi-operation spec="a" path="/b" method="get" %}\n') },
  { name: "doubled braces", make: repeated("{{") },
  { name: "heading anchors", make: repeated("{#", "# ", "}") },
  { name: "expressions", make: repeated('<code class="expression">space.vars.a</code> ') },
  { name: "unclosed expressions", make: repeated('<code class="expression">') },
  { name: "quotes in one line", make: repeated(">") },
  { name: "quote lines", make: repeated("> a\n") },
  { name: "deep quotes", make: (length) => repeated(`${"> ".repeat(100)}a\n\n`)(length) },
  { name: "lists in one line", make: repeated("- ") },
  { name: "deep lists", make: indented("- a", 2) },
  { name: "list items", make: repeated("- a\n") },
  { name: "loose list items", make: repeated("- a\n\n") },
  { name: "alternating list marks", make: repeated("- a\n+ a\n") },
  { name: "numbered lists", make: repeated("1. a\n") },
  { name: "tasks", make: repeated("- [ ] a\n") },
  { name: "quotes and lists in one line", make: repeated("> - ") },
  { name: "emphasis openings", make: repeated("*_") },
  { name: "emphasised words", make: repeated("*a _b ") },
  { name: "asterisks", make: repeated("*") },
  { name: "asterisks between letters", make: repeated("a**b") },
  { name: "nested emphasis", make: nested("*a_b", "c_d*") },
  { name: "nested strong emphasis", make: nested("**a ", " b**") },
  { name: "tildes", make: repeated("~~a") },
  { name: "backtick runs", make: counted((index) => `${"`".repeat(index + 1)}a`) },
  { name: "backticks", make: repeated("`a``b```") },
  { name: "one backtick run", make: repeated("`") },
  { name: "code fences", make: repeated("```\na\n```\n\n") },
  { name: "unclosed code fence", make: repeated("a\n", "```js\n") },
  { name: "code fence openings", make: counted((index) => `${"~".repeat(3 + (index % 7))}${"`".repeat(3)}\n`) },
  { name: "fences in quotes", make: repeated("> ```\n\n") },
  { name: "indented code", make: repeated("    a\n\n") },
  { name: "open elements", make: repeated("<div>") },
  { name: "nested elements", make: nested("<div>\n\n", "</div>\n\n") },
  { name: "nested inline elements", make: nested("<b>", "</b>", "a") },
  { name: "details", make: repeated("<details>\n<summary>a</summary>\n\nb\n\n</details>\n\n") },
  { name: "anchors in HTML", make: repeated('<a id="a"></a>') },
  { name: "anchor openings", make: repeated("<a ") },
  { name: "less-than signs", make: repeated("<") },
  { name: "comments", make: repeated("<!-- a -->") },
  { name: "comment openings", make: repeated("<!--") },
  { name: "comment openings in lines", make: repeated("a <!--\n\n") },
  { name: "scripts", make: repeated("<script>") },
  { name: "processing instructions", make: repeated("a <?") },
  { name: "declarations", make: repeated("a <!A ") },
  { name: "character data", make: repeated("a <![CDATA[") },
  { name: "figures", make: repeated("<figcaption>") },
  {
    name: "pictures in HTML",
    make: repeated('<figure><img src="/files/a" alt="b"><figcaption>c</figcaption></figure>\n\n')
  },
  { name: "HTML attributes", make: repeated(' a="b"', "<div", ">\n") },
  { name: "HTML attributes without values", make: repeated(" a", "<div", "") },
  { name: "unclosed HTML attributes", make: repeated('<div a="') },
  { name: "wide table", make: table(100_000) },
  { name: "long table", make: table(3) },
  { name: "square table", make: (length) => table(Math.max(1, Math.floor(Math.sqrt(length / 2))))(length) },
  {
    name: "table with a wide head",
    make: (length) => repeated("a\n", `${"|a".repeat(length / 8)}\n${"|-".repeat(length / 8)}\n`)(length)
  },
  {
    name: "table with a head of links",
    make: (length) => `${"|[a](b)".repeat(length / 9)}\n${"|-".repeat(length / 9)}\n`
  },
  { name: "cell with escaped bars", make: repeated("\\|[a](b)", "|a|\n|-|\n|", "|\n") },
  { name: "bars", make: repeated("|a") },
  { name: "definitions and uses", make: definitions },
  { name: "definitions", make: repeated("[a]: /x\n") },
  { name: "definition openings", make: repeated("[a]: ") },
  { name: "footnotes", make: footnotes },
  { name: "autolinks", make: repeated("<https://a.b> ") },
  { name: "plain addresses", make: repeated("https://a.b/c ") },
  { name: "plain mail addresses", make: repeated("a@b.c ") },
  { name: "dots and at signs", make: repeated("a.b@") },
  { name: "front matter of one key", make: frontMatter(repeated("a: b\n")) },
  { name: "front matter of keys", make: frontMatter(counted((index) => `k${index}: v\n`)) },
  { name: "front matter of one long key", make: frontMatter(repeated("k", "", ": v")) },
  { name: "front matter of one long text", make: frontMatter(repeated("word ", "title: ")) },
  { name: "front matter of brackets", make: frontMatter(repeated("[", "a: ")) },
  { name: "front matter of closed brackets", make: frontMatter((length) => `a: ${nested("[", "]")(length - 3)}`) },
  { name: "front matter of lists of lists", make: frontMatter(repeated("[[]],", "a: [", "]")) },
  { name: "front matter of braces", make: frontMatter(repeated('{"a":', "a: ")) },
  { name: "front matter of lists", make: frontMatter(repeated("- ", "a:\n ")) },
  { name: "front matter of questions", make: frontMatter(repeated("? ", "", "a")) },
  { name: "front matter that nests", make: frontMatter(indented("a:", 1)) },
  { name: "front matter of aliases", make: frontMatter(aliases) },
  { name: "front matter of variables", make: frontMatter(counted((index) => `  v${index}: a\n`, "vars:\n")) },
  { name: "front matter of quotes", make: frontMatter(repeated("'", "a: ")) },
  { name: "front matter of escapes", make: frontMatter(repeated("\\\\", 'a: "', '"')) },
  { name: "front matter of a folded text", make: frontMatter(repeated("  a\n", "a: >\n")) },
  { name: "front matter of tags", make: frontMatter(repeated("!!a ", "a: ")) },
  { name: "front matter of comments", make: frontMatter(repeated("# a\n")) },
  { name: "front matter of blank lines", make: frontMatter(repeated("\n")) },
  { name: "unclosed front matter", make: repeated("a: b\n", "---\n") },
  { name: "rules", make: repeated("---\n") },
  { name: "one word", make: repeated("a") },
  { name: "one line of words", make: repeated("word ") },
  { name: "words in lines", make: repeated("word\n") },
  { name: "different words", make: counted((index) => `w${index.toString(36)} `) },
  { name: "one-line blocks", make: repeated("a\n\n") },
  { name: "different one-line blocks", make: counted((index) => `${index.toString(36)}\n\n`) },
  { name: "blank lines", make: repeated("\n") },
  { name: "Windows line breaks", make: repeated("\r\n") },
  { name: "Windows lines", make: repeated("a\r\n\r\n") },
  { name: "carriage returns", make: repeated("a\r") },
  { name: "spaces", make: repeated(" ") },
  { name: "spaces between letters", make: repeated(" ", "a", "b") },
  { name: "tabulators", make: repeated("\t") },
  { name: "lines of spaces", make: (length) => repeated(`${" ".repeat(1_000)}a\n`)(length) },
  { name: "spaces at the ends of lines", make: (length) => repeated(`a${" ".repeat(1_000)}\n`)(length) },
  { name: "title with spaces", make: repeated(" ", "# a", "b}") },
  { name: "hashes", make: repeated("#") },
  { name: "backslashes", make: repeated("\\") },
  { name: "escaped brackets", make: repeated("\\[") },
  { name: "entities", make: repeated("&amp;") },
  { name: "entity openings", make: repeated("&a") },
  { name: "numeric entities", make: repeated("&#12345678") },
  { name: "dollar signs", make: repeated("$") },
  { name: "formulas", make: repeated("$$a_b^c$$ ") },
  { name: "combining marks", make: repeated("\u0301", "a") },
  { name: "emoji sequences", make: repeated("👩‍👩‍👧‍👦") },
  { name: "joiners", make: repeated("\u200d") },
  { name: "right-to-left text", make: repeated("שלום עולם ") },
  { name: "marks of direction", make: repeated("\u202e\u2066a") },
  { name: "text without spaces", make: repeated("文档工作区") },
  { name: "Korean text", make: repeated("문서작업공간") },
  { name: "Thai text", make: repeated("เอกสาร") },
  { name: "compatibility forms", make: repeated("\ufdfa") },
  { name: "camel case", make: repeated("aB") },
  { name: "underscores", make: repeated("_a") },
  { name: "apostrophes", make: repeated("a's") },
  { name: "lines of links", make: repeated("[a](b)\n") },
  { name: "links between tags", make: repeated("{% a %}[b](c)") },
  { name: "markup of other tools", make: repeated("{{< {{ a {: #a { .a :material-a [[a <A/ --8<-- {{#a ") },
  { name: "lines of other tools", make: repeated("::: a\n!!! a\n=== \"a\n> [!NOTE\nimport a from 'a\n") },
  { name: "openings of shortcodes", make: repeated("{{<") },
  { name: "conflict markers", make: repeated("<<<<<<< main\na\n=======\nb\n>>>>>>> change request\n") }
]
