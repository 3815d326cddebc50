import { storedLinks } from "@lectern/core/content/imports/ImportLinks"
import { expect, it } from "vitest"

const targets: Readonly<Record<string, string>> = {
  "https://site.example/a": "/pages/1",
  "https://site.example/q?x=1&y=2": "/pages/2",
  "import:/docs/my page.md": "/pages/3",
  "import:/img/ü.png": "/files/4"
}
const stored = (markdown: string) => storedLinks(markdown, (key) => targets[key])

it.each([
  ["[a](https://site.example/a)", "[a](/pages/1)"],
  ["[a](https://site.example/a#b 'title')", "[a](/pages/1#b 'title')"],
  ["[a](<https://site.example/a#b>)", "[a](</pages/1#b>)"],
  ["[a][x]\n\n[x]: https://site.example/a", "[a][x]\n\n[x]: /pages/1"],
  ["[q](https://site.example/q?x=1&amp;y=2)", "[q](/pages/2)"],
  ["[p](<import:/docs/my page.md>)", "[p](</pages/3>)"],
  ["[p](import:/docs/my%20page.md#x)", "[p](/pages/3#x)"],
  ["![u](import:/img/ü.png)", "![u](/files/4)"],
  ["![u](import:/img/%C3%BC.png)", "![u](/files/4)"],
  ['<img src="import:/img/ü.png">', '<img src="/files/4">'],
  [
    '{% content-ref url="https://site.example/a" %}\n{% endcontent-ref %}',
    '{% content-ref url="/pages/1" %}\n{% endcontent-ref %}'
  ],
  ["[gone](import:/docs/gone.md#x)", "[gone](/docs/gone.md#x)"],
  ["[broken](import:/%E0%A4%A)", "[broken](/%E0%A4%A)"],
  ["[other](https://site.example/a/)", "[other](https://site.example/a/)"],
  ["`[a](https://site.example/a)`", "`[a](https://site.example/a)`"],
  ["[self](#a)", "[self](#a)"]
])("%s", (written, wanted) => {
  expect(stored(written)).toBe(wanted)
})
