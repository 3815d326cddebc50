import { test } from "vitest"
import { sections } from "../../src/markdown/Sections.js"
import { derive } from "../../src/markdown/PageMetadata.js"
import { references, mayReferLocally } from "../../src/markdown/References.js"
import { documentTree } from "../../src/markdown/DocumentTree.js"
import { evaluate } from "../../src/markdown/Evaluate.js"
const n = 1_000_000
const hostile: Record<string,string> = {
  openTags: "{%a".repeat(n/4), openTags2: "{% a \"".repeat(n/8), tags: "{% a %}\n".repeat(n/10), nested: "{% a %}\n".repeat(20000)+"{% enda %}\n".repeat(20000),
  spaces: "# a" + " ".repeat(n) + "b}", brackets: "[".repeat(n), brackets2: "[".repeat(n/2)+"]".repeat(n/2), links: "[a](".repeat(n/4), html: "<a ".repeat(n/4),
  code: "<code class=\"expression\">".repeat(n/25), curly: "# "+"{#".repeat(n/2)+"}", yaml: "---\na: "+"[".repeat(100_000)+"\n---\n", ticks: "`a``b```".repeat(n/8), comment: "<!--".repeat(n/4),
  paragraph: "a\n".repeat(n/2), quote: ">".repeat(100_000)+"a", stars: "*a _b ".repeat(n/6), script: "<script>".repeat(n/8), defs: "[a]: b\n".repeat(n/8), setext: "a\n".repeat(n/2) + "===\n", tildes: "~~a".repeat(n/3), table: "|a".repeat(n/2)+"\n"+"|-".repeat(n/2)+"\n", amp: "&a".repeat(n/2), html2: "<div a=\"".repeat(n/8), lt: "<".repeat(n), entities:"![".repeat(n/2)
}
const skip=new Set(["openTags","openTags2","tags","nested","spaces","brackets","brackets2"]);
for (const [name, text] of Object.entries(hostile).filter(([n])=>!skip.has(n))) for (const [f, fn] of Object.entries({sections, derive, references, mayReferLocally, documentTree, evaluate: (t:string)=>evaluate(t,{space:{},page:{},include:()=>undefined})}))
 test(name+" "+f, () => { const s=performance.now(); fn(text); const t=performance.now()-s; if (t>1500) console.log("SLOW",name,f,t|0) }, 60000)
