/** Texts that are hard to render rather than to parse: diagrams, formulas and code, at any length. */
import { diagramTexts } from "./HostileDiagrams.js"
import type { HostileText } from "./HostileTexts.js"

const fill = (part: (index: number) => string, length: number): string => {
  const parts: Array<string> = []
  for (let left = length, index = 0; ; index++) {
    const next = part(index)
    left -= next.length
    if (left < 0) return parts.join("")
    parts.push(next)
  }
}

const inFence = (language: string, source: string): string => `\`\`\`${language}\n${source}\n\`\`\`\n\n`

/** As many diagrams of about this length as fit, each of another length, so that none has been drawn before. */
const diagrams =
  (make: HostileText["make"], size: number): HostileText["make"] =>
  (length) =>
    fill((index) => inFence("mermaid", `${make(size + 4 * (index % 50))}\n%% ${index}`), length)

const repeated = "#1".repeat(20)

/** All kinds, each with a unique name. */
export const hostilePages: ReadonlyArray<HostileText> = [
  ...diagramTexts.map(({ make, name }) => ({ name: `diagrams: ${name}`, make: diagrams(make, 700) })),
  { name: "short formulas", make: (length) => fill((index) => `$$a_{${index}}^c$$ `, length) },
  {
    name: "long formulas",
    make: (length) => fill((index) => `$$\n${`\\frac{${index}}{x} + `.repeat(400)}y\n$$\n\n`, length)
  },
  {
    name: "macros in formulas",
    make: (length) =>
      fill((index) => `$$\\def\\a#1{${repeated}}\\def\\b#1{\\a{${repeated}}}\\b{\\b{x_${index}}}$$\n\n`, length)
  },
  {
    name: "code in colour",
    make: (length) => fill((index) => inFence("scss", `/* ${index} */${"a--".repeat(1_000)}`), length)
  }
]
