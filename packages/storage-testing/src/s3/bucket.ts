/** The contents of a bucket, and its operations. */
import { createHash, randomUUID } from "node:crypto"
import type { Refusal } from "./signature.js"

/** An object: its bytes, and when it was written. */
export interface StoredObject {
  readonly bytes: Buffer
  readonly at: number
}

interface Upload {
  readonly name: string
  readonly at: number
  readonly parts: Map<number, StoredObject>
}

/** The answer to a request. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A bucket. */
export interface Bucket {
  readonly objects: Map<string, StoredObject>
  readonly uploads: Map<string, Upload>
  /** The number of items on a page of a list. */
  readonly pageSize: number
  /** The smallest size of a part that is not the last one. */
  readonly smallestPart: number
}

/** A request for an operation on a bucket. */
export interface Request {
  readonly name: string
  readonly query: URLSearchParams
  readonly range: string | undefined
  readonly body: Buffer
}

const tagOf = (bytes: Uint8Array): string => `"${createHash("md5").update(bytes).digest("hex")}"`
const xml = (body: string): Answer => ({ status: 200, headers: { "content-type": "application/xml" }, body })
const time = (at: number): string => new Date(at).toISOString()

/** A refusal as an answer. */
export const refuse = ({ code, more = "", status }: Refusal): Answer => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>refused: ${code}</Message>${more}</Error>`
})

const absent = refuse({ status: 404, code: "NoSuchKey" })
const noUpload = refuse({ status: 404, code: "NoSuchUpload" })

/** A page of items whose marks come after one, as its text, and the fields that say where the next one begins. */
const page = <A>(
  { pageSize }: Bucket,
  items: ReadonlyArray<A>,
  markOf: (item: A) => string,
  after: string | null,
  write: (item: A) => string,
  next: (item: A) => string
): string => {
  const left = items.filter((item) => after === null || after === "" || markOf(item) > after)
  const shown = left.slice(0, pageSize)
  const last = shown.at(-1)
  const more = left.length > shown.length && last !== undefined ? next(last) : ""
  return `${shown.map(write).join("")}<IsTruncated>${more !== ""}</IsTruncated>${more}`
}

const inOrder = <A>(entries: Iterable<A>, markOf: (item: A) => string): ReadonlyArray<A> =>
  [...entries].sort((a, b) => (markOf(a) < markOf(b) ? -1 : 1))

const get = ({ objects }: Bucket, { name, range }: Request): Answer => {
  const found = objects.get(name)
  if (found === undefined) return absent
  const { at, bytes } = found
  const headers = { etag: tagOf(bytes.subarray(0, 1024)), "last-modified": new Date(at).toUTCString() }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? []
  if (first === undefined) return { status: 200, headers, body: bytes }
  const start = Number(first)
  if (start >= bytes.length) return refuse({ status: 416, code: "InvalidRange" })
  const end = last === "" ? bytes.length : Math.min(Number(last) + 1, bytes.length)
  const part = { ...headers, "content-range": `bytes ${start}-${end - 1}/${bytes.length}` }
  return { status: 206, headers: part, body: bytes.subarray(start, end) }
}

const complete = (bucket: Bucket, { body, name, query }: Request): Answer => {
  const id = query.get("uploadId") ?? ""
  const upload = bucket.uploads.get(id)
  if (upload?.name !== name) return noUpload
  const named = [...body.toString("utf8").matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
  const parts = named.map(([, number, tag]) => {
    const part = upload.parts.get(Number(number))
    return part !== undefined && tagOf(part.bytes) === tag ? part.bytes : undefined
  })
  const whole = parts.filter((part) => part !== undefined)
  if (whole.length === 0 || whole.length < parts.length) return refuse({ status: 400, code: "InvalidPart" })
  if (whole.slice(0, -1).some(({ length }) => length < bucket.smallestPart)) {
    return refuse({ status: 400, code: "EntityTooSmall" })
  }
  bucket.uploads.delete(id)
  bucket.objects.set(name, { bytes: Buffer.concat(whole), at: Date.now() })
  return xml("<CompleteMultipartUploadResult/>")
}

/** The operations by name, each as a function of a bucket and a request. */
export const operations: Readonly<Record<string, (bucket: Bucket, request: Request) => Answer>> = {
  PutObject: ({ objects }, { body, name }) => {
    objects.set(name, { bytes: body, at: Date.now() })
    return { status: 200, headers: { etag: tagOf(body) } }
  },
  GetObject: get,
  HeadObject: (bucket, request) => {
    const { headers, status } = get(bucket, request)
    return { status, ...(headers !== undefined && { headers }) }
  },
  DeleteObject: ({ objects }, { name }) => {
    objects.delete(name)
    return { status: 204 }
  },
  ListObjectsV2: (bucket, { query }) => {
    const prefix = query.get("prefix") ?? ""
    const found = inOrder(bucket.objects, ([name]) => name).filter(([name]) => name.startsWith(prefix))
    const items = page(
      bucket,
      found,
      ([name]) => name,
      query.get("continuation-token"),
      ([name, { at, bytes }]) =>
        `<Contents><Key>${name}</Key><LastModified>${time(at)}</LastModified><Size>${bytes.length}</Size></Contents>`,
      ([name]) => `<NextContinuationToken>${name}</NextContinuationToken>`
    )
    return xml(`<ListBucketResult>${items}</ListBucketResult>`)
  },
  CreateMultipartUpload: ({ uploads }, { name }) => {
    const id = randomUUID()
    uploads.set(id, { name, at: Date.now(), parts: new Map() })
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  },
  UploadPart: ({ uploads }, { body, name, query }) => {
    const upload = uploads.get(query.get("uploadId") ?? "")
    if (upload?.name !== name) return noUpload
    upload.parts.set(Number(query.get("partNumber")), { bytes: body, at: Date.now() })
    return { status: 200, headers: { etag: tagOf(body) } }
  },
  CompleteMultipartUpload: complete,
  AbortMultipartUpload: ({ uploads }, { query }) =>
    uploads.delete(query.get("uploadId") ?? "") ? { status: 204 } : noUpload,
  ListMultipartUploads: (bucket, { query }) => {
    const prefix = query.get("prefix") ?? ""
    const found = inOrder(bucket.uploads, ([id, { name }]) => `${name} ${id}`)
    const after = query.get("key-marker") ? `${query.get("key-marker")} ${query.get("upload-id-marker")}` : null
    const items = page(
      bucket,
      found.filter(([, { name }]) => name.startsWith(prefix)),
      ([id, { name }]) => `${name} ${id}`,
      after,
      ([id, { at, name }]) =>
        `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${time(at)}</Initiated></Upload>`,
      ([id, { name }]) => `<NextKeyMarker>${name}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`
    )
    return xml(`<ListMultipartUploadsResult>${items}</ListMultipartUploadsResult>`)
  },
  ListParts: (bucket, { query }) => {
    const upload = bucket.uploads.get(query.get("uploadId") ?? "")
    if (upload === undefined) return noUpload
    const markOf = (number: number | string): string => String(number).padStart(5, "0")
    const after = query.get("part-number-marker")
    const items = page(
      bucket,
      inOrder(upload.parts, ([number]) => markOf(number)),
      ([number]) => markOf(number),
      after && markOf(after),
      ([number, { at, bytes }]) =>
        `<Part><PartNumber>${number}</PartNumber><LastModified>${time(at)}</LastModified><Size>${bytes.length}</Size></Part>`,
      ([number]) => `<NextPartNumberMarker>${number}</NextPartNumberMarker>`
    )
    return xml(`<ListPartsResult>${items}</ListPartsResult>`)
  }
}

/** The name of the operation that a request is for. */
export const operationOf = (method: string, name: string, query: URLSearchParams): string | undefined => {
  const has = (parameter: string) => query.has(parameter)
  if (name === "") {
    if (method !== "GET") return undefined
    if (has("uploads")) return "ListMultipartUploads"
    return query.get("list-type") === "2" ? "ListObjectsV2" : undefined
  }
  if (method === "POST") return has("uploads") ? "CreateMultipartUpload" : "CompleteMultipartUpload"
  if (method === "PUT") return has("uploadId") ? "UploadPart" : "PutObject"
  if (method === "DELETE") return has("uploadId") ? "AbortMultipartUpload" : "DeleteObject"
  if (method === "GET") return has("uploadId") ? "ListParts" : "GetObject"
  return method === "HEAD" ? "HeadObject" : undefined
}
