/** Converts the tags of Jekyll's templates that stand in texts. */
import { outsideCode } from "./Code.js"

const highlighted =
  /\{%-?[ \t]*highlight[ \t]+([\w+#-]{1,40})[^%\n]{0,200}%\}\n?([\s\S]{0,50000}?)\n?\{%-?[ \t]*endhighlight[ \t]*-?%\}/g
const commented = /\{%-?[ \t]*comment[ \t]*-?%\}[\s\S]{0,50000}?\{%-?[ \t]*endcomment[ \t]*-?%\}\n?/g
const raw = /\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/g
const linked = /\{%-?[ \t]*(?:link|post_url)[ \t]+([^\s%]{1,500})[ \t]*-?%\}/g
const included = /\{%-?[ \t]*include(?:_relative)?[ \t]+([\w./-]{1,300})[^%\n]{0,1000}%\}/g
const root = /\{\{[ \t]*site\.(?:baseurl|url)[ \t]*\}\}/g
const address = /\{\{[ \t]*["']([^"'\n]{0,500})["'][ \t]*\|[ \t]*(?:relative|absolute)_url[ \t]*\}\}/g

/** A text without Jekyll's tags; `lost` is called with each text that it includes from a template. */
export const withoutLiquid = (markdown: string, lost: (name: string) => void): string => {
  if (!/\{%-?[ \t]*(?:highlight|comment|raw|link|post_url|include(?:_relative)?[ \t]+[^"'\s])|\{\{/.test(markdown))
    return markdown
  const code = markdown.includes("endhighlight")
    ? markdown.replaceAll(highlighted, (_, language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``)
    : markdown
  return outsideCode(code, (part) =>
    (part.includes("endcomment") ? part.replaceAll(commented, "") : part)
      .replaceAll(raw, "")
      .replaceAll(linked, "/$1")
      .replaceAll(included, (_, name: string) => {
        lost(name)
        return ""
      })
      .replaceAll(root, "")
      .replaceAll(address, "$1")
  )
}
