/** Diagrams in the language of Mermaid. */
import { pageDiagrams } from "@lectern/reader/content/Diagrams"
import { english } from "@lectern/reader/words/English"
import { describe, expect, it } from "vitest"

const diagram = (source: string) => pageDiagrams(english, false).diagram(source)

const drawn = (source: string): string => {
  const [, data = ""] = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(diagram(source)?.text ?? "") ?? []
  return new TextDecoder().decode(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)))
}

describe("a diagram", () => {
  it.each([
    ["graph TD\n  A[Start]-->B{ok?}\n  B-->|yes|C(Done)", ["Start", "ok?", "yes", "Done"]],
    ["flowchart LR\n  A[One] --> B[Two]\n  B -.-> C[Three]", ["One", "Two", "Three"]],
    ["sequenceDiagram\n  Ada->>Rex: Hello\n  Rex-->>Ada: Hi", ["Ada", "Rex", "Hello", "Hi"]],
    ["classDiagram\n  Animal <|-- Duck\n  Animal: +int age", ["Animal", "Duck", "age"]],
    ["stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy: work", ["Idle", "Busy", "work"]],
    ["erDiagram\n  PAGE ||--o{ FILE : shows", ["PAGE", "FILE", "shows"]]
  ])("of %j is a picture with all of its texts", (source, texts) => {
    const svg = drawn(source)
    for (const text of texts) expect(svg).toContain(text)
    expect(svg).not.toMatch(/@import|<script|https?:\/\/(?!www\.w3\.org)/)
  })

  it.each(['pie\n  "a" : 1', "gantt\n  title x", "nosuch", ""])(
    "of another kind, such as %j, is shown as code",
    (source) => {
      expect(diagram(source)).toBeUndefined()
    }
  )

  it("that is very long is shown as code", () => {
    expect(diagram(`graph TD\n${"A-->B\n".repeat(10_000)}`)).toBeUndefined()
  })

  it("cannot leave its picture", () => {
    const made = diagram('graph TD\n  A["</svg><script>alert(1)</script>"] --> B["\\" onload=alert(1)"]')?.text ?? ""
    expect(made).not.toMatch(/<script|<svg| onload=(?!alert\(1\)&)/)
  })
})
