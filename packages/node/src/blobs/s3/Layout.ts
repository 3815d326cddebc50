/**
 * The names of objects in a bucket. A put never overwrites: every copy of a blob has a name of its own, with its hash
 * and the time of the put, and the newest copy counts. A deletion removes the copies that it has seen, so a concurrent
 * put is not lost, although the store has neither locks nor conditional deletions.
 */
import { randomUUID } from "node:crypto"

/** One copy of a blob. */
export interface Copy {
  readonly hash: string
  /** The time of the put, in milliseconds. */
  readonly putAt: number
  /** The name of the object that makes it exist. */
  readonly name: string
  /** The name of the object that has its bytes: another one for a blob that was uploaded in parts. */
  readonly data: string
  readonly size: number
}

/** The prefix of the names of all copies. */
export const copies = "blobs/"

/** The prefix of the names of all copies of a blob. */
export const copiesOf = (hash: string): string => `${copies}${hash}/`

/** The prefix of the names of uploads in parts, whose hash is known only when they have ended. */
export const uploads = "uploads/"

/** The prefix of the names of marks: objects without bytes that name an object that is being completed or deleted. */
export const marks = "marks/"

/** A new name for an upload in parts. */
export const newUpload = (): string => `${uploads}${randomUUID()}`

const prefixOf = (hash: string, putAt: number): string => `${copiesOf(hash)}${String(putAt).padStart(15, "0")}-`

/** A new copy whose object has the bytes. */
export const newCopy = (hash: string, putAt: number, size: number): Copy => {
  const name = `${prefixOf(hash, putAt)}${randomUUID()}`
  return { hash, putAt, name, data: name, size }
}

/** The copy whose bytes are in an upload: its own object is empty, and has the upload and the size in its name. */
export const copyOfUpload = (hash: string, putAt: number, upload: string, size: number): Copy => ({
  hash,
  putAt,
  name: `${prefixOf(hash, putAt)}${upload.slice(uploads.length)}-of-${size}`,
  data: upload,
  size
})

const copyName = /^blobs\/([0-9a-f]{64})\/(\d{15})-([0-9a-f-]{36})(?:-of-(\d{1,15}))?$/

/** The copy that an object is, by its name and its size. */
export const copyIn = (name: string, size: number): Copy | undefined => {
  const [, hash, putAt, id, whole] = copyName.exec(name) ?? []
  if (hash === undefined) return undefined
  const bytes = whole === undefined ? { data: name, size } : { data: `${uploads}${id}`, size: Number(whole) }
  return { hash, putAt: Number(putAt), name, ...bytes }
}

/** The name of the mark of a copy in an upload. */
export const markOf = ({ data, hash }: Copy): string => `${marks}${hash}-${data.slice(uploads.length)}`

const markName = /^marks\/([0-9a-f]{64})-([0-9a-f-]{36})$/

/** The object that a mark names, read from the mark's own name. */
export const markedIn = (name: string): { readonly hash: string; readonly data: string } | undefined => {
  const [, hash, id] = markName.exec(name) ?? []
  return hash === undefined ? undefined : { hash, data: `${uploads}${id}` }
}
