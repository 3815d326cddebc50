/** The additional assets of previews: the style of changes, and the script that reloads changed pages. */
import { shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import type { Asset } from "../theme/Assets.js"

const style = `.previewed{margin:0 0 2rem;border:1px solid color-mix(in srgb,var(--warning) 35%,var(--back));background:color-mix(in srgb,var(--warning) 6%,var(--back));border-radius:.6rem;font-size:.9rem;line-height:1.5}.previewed>summary,.previewed>p{margin:0;padding:.75rem 1rem;color:var(--head)}.previewed>summary{cursor:pointer}.previewed small{color:var(--dim);font-size:.85rem}.previewed ul{list-style:none;margin:0;padding:.25rem 1rem .75rem}.previewed li{display:flex;gap:.75rem;align-items:baseline;padding:.15rem 0}
.did{flex:none;min-width:4.5rem;font-size:.78rem;font-weight:600;color:var(--dim)}.did.added{color:var(--success)}.did.removed{color:var(--danger)}.did.edited{color:var(--warning)}
.change{position:relative;margin:1rem 0;padding:.1rem 1rem .1rem 1.1rem;border-left:4px solid var(--warning);background:color-mix(in srgb,var(--warning) 5%,var(--back));border-radius:.2rem .5rem .5rem .2rem}.change.added{border-color:var(--success);background:color-mix(in srgb,var(--success) 6%,var(--back))}.change.removed{border-color:var(--danger);background:color-mix(in srgb,var(--danger) 5%,var(--back));text-decoration:line-through;text-decoration-color:color-mix(in srgb,var(--danger) 55%,transparent)}.change>h2:not(:first-child),.change>h2{margin-top:1rem;padding-top:0;border:0}.change .anchor{text-decoration:none}
ins{text-decoration:none;background:color-mix(in srgb,var(--success) 20%,var(--back));color:var(--head);border-radius:.2em}del{color:var(--dim);background:color-mix(in srgb,var(--danger) 12%,var(--back));text-decoration-color:var(--danger);border-radius:.2em}
`

const script = `"use strict"
{
  const page = document.querySelector('meta[name="lectern-page"]')?.content ?? ""
  const address = document.documentElement.dataset.root + "~/version?page=" + encodeURIComponent(page)
  const styles = (root) => Array.from(root.querySelectorAll("head style"), (each) => each.textContent).join()
  let version
  let showing
  let isAsked = false
  const show = async () => {
    const answer = await fetch(location.href)
    if (!answer.ok) return
    const next = new DOMParser().parseFromString(await answer.text(), "text/html")
    const main = next.querySelector("main")
    if (main === null || styles(next) !== styles(document)) location.reload()
    else document.querySelector("main").replaceWith(main)
  }
  const update = () => {
    isAsked = true
    showing ??= (async () => {
      while (isAsked) {
        isAsked = false
        await show().catch(() => {})
      }
    })().finally(() => {
      showing = undefined
    })
    return showing
  }
  const look = async () => {
    if (document.hidden) return
    const answer = await fetch(address)
    if (!answer.ok) return
    const now = await answer.text()
    if (version !== undefined && now !== version) await update()
    version = now
  }
  const follow = () => look().catch(() => {}).then(() => setTimeout(follow, 700))
  follow()
  addEventListener("message", ({ data, origin }) => {
    if (origin === location.origin && data === "lectern:typed") update()
  })
}
`

/** The paths of these files below the URL of a preview. */
export const previewPaths = {
  style: `~/preview-${shortHash(style)}.css`,
  script: `~/preview-${shortHash(script)}.js`
} as const

/** The files by their paths. */
export const previewAssets: ReadonlyMap<string, Asset> = new Map([
  [previewPaths.style, { contentType: "text/css; charset=utf-8", body: style }],
  [previewPaths.script, { contentType: "text/javascript; charset=utf-8", body: script }]
])
