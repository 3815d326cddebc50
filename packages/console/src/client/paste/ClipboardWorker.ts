/** The worker that converts clipboards to markdown, as imports convert pages. */
import { readClipboard } from "@lectern/importers/internal/clipboard/Clipboard"
import type { Asked } from "./Pasting.js"

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  postMessage({ id: data.id, copied: readClipboard(data.html) })
})
