import type { Resource } from "../../contract/resources.js"
import { never, type Row, within } from "../../contract/rows.js"
import { empty, onSpace } from "../../people/access/visibility/entries.js"
import type { Ids, World } from "../../support/world.js"

const space = (ids: Ids) => `/v1/spaces/${ids.spaces.main}`
const uploads = within(space, "/uploads")
const upload = (ids: Ids) => `${uploads(ids)}/${ids.upload}`
const tus = { "tus-resumable": "1.0.0" }
const partType = "application/offset+octet-stream"
const beginning = { ...tus, "upload-length": "5" }
const part = { ...tus, "content-type": partType, "upload-offset": "0" }
const headers = (given: Readonly<Record<string, string>>) => () => given
const begin: Row = { headers: headers(beginning) }
const hello = () => "hello"
const large = String(2 ** 31)
const gzip = { "content-encoding": "gzip" }
const fill = ({ ask, ids }: World) => ask("PATCH", upload(ids), { headers: part, body: "hello" })

/** Uploads. */
export const resource: Resource = {
  operations: {
    uploadFile: {
      method: "PUT",
      path: within(uploads, "?name=hello.txt"),
      status: 201,
      body: hello,
      failures: {
        400: { path: within(uploads, "?name="), body: hello },
        403: { as: "rex", body: hello },
        404: { as: "eve", body: hello },
        409: {
          prepare: async ({ ask, ids }) => {
            for (let count = 0; count < 3; count++) await ask("PUT", uploads(ids), { body: "hello" })
          }
        },
        413: { headers: headers({ "content-length": large }) },
        415: { headers: headers(gzip) }
      },
      more: [{ path: uploads, headers: headers({ "content-type": "video/mp4" }) }]
    },
    createUpload: {
      method: "POST",
      path: uploads,
      status: 201,
      headers: headers(beginning),
      failures: {
        400: { headers: headers(tus) },
        403: { as: "rex", ...begin },
        404: { as: "eve", ...begin },
        409: {
          ...begin,
          prepare: async ({ ask, ids }) => {
            for (let count = 0; count < 3; count++) await ask("POST", uploads(ids), { headers: beginning })
          }
        },
        412: { headers: headers({ ...beginning, "tus-resumable": "0.2.2" }) },
        413: { headers: headers({ ...tus, "upload-length": large }) },
        415: { headers: headers({ ...beginning, "content-type": "text/plain" }), body: hello }
      },
      more: [
        {
          headers: headers({
            ...tus,
            "upload-defer-length": "1",
            "upload-metadata": "filename YS50eHQ=,filetype dGV4dC9wbGFpbg=="
          })
        },
        { headers: headers({ ...beginning, "content-type": partType }), body: hello }
      ]
    },
    getUpload: {
      method: "GET",
      path: upload,
      status: 200,
      failures: {
        400: { path: within(uploads, "/%zz") },
        403: { as: "rex" },
        404: { path: within(uploads, "/unknown") },
        409: never.readsOnly,
        412: { headers: headers({ "tus-resumable": "2.0.0" }) }
      }
    },
    appendToUpload: {
      method: "PATCH",
      path: upload,
      status: 204,
      headers: headers(part),
      body: hello,
      failures: {
        400: { headers: headers({ ...part, "upload-offset": "-1" }), body: hello },
        403: { as: "rex", headers: headers(part), body: hello },
        404: { path: within(uploads, "/unknown"), headers: headers(part), body: hello },
        409: { prepare: fill, headers: headers(part), body: hello },
        412: { headers: headers({ ...part, "tus-resumable": "0.2.2" }), body: hello },
        413: { headers: headers(part), body: () => "hello world" },
        415: { headers: headers({ ...part, "content-type": "text/plain" }), body: hello },
        460: { headers: headers({ ...part, "upload-checksum": `sha256 ${btoa("x".repeat(32))}` }), body: hello }
      },
      more: [{ headers: headers(part), body: () => "hell" }]
    },
    deleteUpload: {
      method: "DELETE",
      path: upload,
      status: 204,
      failures: {
        400: { path: within(uploads, "/%zz") },
        403: { as: "rex" },
        404: never.goneIsFine,
        409: never.noState,
        412: { headers: headers({ "tus-resumable": "2.0.0" }) }
      },
      more: [{ path: within(uploads, "/unknown") }, { as: "eve" }]
    }
  },
  own: ["appendToUpload", "createUpload", "deleteUpload", "getUpload", "uploadFile"],
  visibility: {
    uploadFile: onSpace("edit", empty),
    createUpload: onSpace("edit", { headers: { "tus-resumable": "1.0.0", "upload-length": "5" } }),
    getUpload: onSpace("edit"),
    appendToUpload: onSpace("edit", {
      headers: { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" },
      ...empty
    }),
    deleteUpload: onSpace("edit")
  }
}
