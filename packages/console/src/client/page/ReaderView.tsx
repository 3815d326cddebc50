/** The page as its readers see it, as it is typed. */
import type { Signal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { PageNode } from "../api/Objects.js"
import { at } from "../api/Session.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"

/** The frame; `version` is that of the text that the server has. */
export const ReaderView = (given: {
  readonly model: SpaceModel
  readonly page: PageNode
  readonly version: Signal<number>
}): JSX.Element => {
  const { model, page, version } = given
  const frame = useRef<HTMLIFrameElement>(null)
  const line = model.request.value?.number ?? "main"
  const path = (page.path ?? "").split("/").map(encodeURIComponent).join("/")
  const address = at(`/preview/${model.space.value.id}/${line}/${path}`)
  useEffect(() => {
    frame.current?.contentWindow?.postMessage("lectern:typed", location.origin)
  }, [version.value])
  return (
    <>
      <p class="empty">
        <a href={address} target="_blank" rel="noreferrer">
          {texts.openReader}
        </a>
      </p>
      <iframe ref={frame} src={address} title={texts.panels.reader} />
    </>
  )
}
