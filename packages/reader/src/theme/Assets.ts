/** The assets of pages, at URLs that change with their content, so that they can be cached forever. */
import { shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"
import { icon } from "@lectern/http/internal/foundation/html/Html"
import { script } from "./Script.js"

/** A file that every site has. */
export interface Asset {
  readonly contentType: string
  readonly body: string
}

const scriptPath = `~/script-${shortHash(script)}.js`
const iconPath = "~/icon.svg"

/** The paths of the files below the URL of a site. */
export const assetPaths = { script: scriptPath, icon: iconPath } as const

/** The files by their paths. */
export const assets: ReadonlyMap<string, Asset> = new Map([
  [scriptPath, { contentType: "text/javascript; charset=utf-8", body: script }],
  [iconPath, { contentType: "image/svg+xml", body: icon }]
])
