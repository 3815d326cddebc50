/** Files that are pasted or dropped into a page become files of its space. */
import { ApiError, post } from "../api/Api.js"
import { at, authorizing, tokenNow } from "../api/Session.js"
import type { SpaceModel } from "../space/SpaceModel.js"

/** Sends the bytes of a file; `fetch` would not say how much was sent. */
const send = (path: string, file: File, token: string, progress: (fraction: number) => void): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open("PUT", at(`/v1${path}`))
    for (const [name, value] of Object.entries(authorizing(token))) request.setRequestHeader(name, value)
    request.setRequestHeader("content-type", file.type || "application/octet-stream")
    request.responseType = "json"
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total))
    request.addEventListener("load", () => {
      if (request.status < 300) resolve(request.response.id)
      else reject(new ApiError(request.status, request.response ?? {}))
    })
    request.addEventListener("error", () => reject(new TypeError("the server cannot be reached")))
    request.send(file)
  })

/** Uploads a file to a space, and returns the id of the upload, which is no part of the content yet. */
export const upload = async (space: string, name: string, file: File): Promise<string> =>
  send(`/spaces/${space}/uploads?name=${encodeURIComponent(name)}`, file, await tokenNow(), () => {})

/** Uploads a file to the space, and adds it to the line that is open; `path` is what links and pictures name it by. */
export const uploadFile = async (
  model: SpaceModel,
  file: File,
  progress: (fraction: number) => void
): Promise<{ readonly path: string }> => {
  const name = file.name || `picture.${file.type.split("/").at(-1) ?? "png"}`
  const address = `/spaces/${model.space.value.id}/uploads?name=${encodeURIComponent(name)}`
  const upload = await send(address, file, await tokenNow(), progress)
  const { insertedFiles } = await post<{ insertedFiles: ReadonlyArray<{ id: string }> }>(`${model.line}/content`, {
    changes: [{ operation: "insert_files", files: [{ name, upload }] }]
  })
  return { path: `/files/${insertedFiles[0]?.id}` }
}
