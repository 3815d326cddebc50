/**
 * Users and groups as clients read and write them.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { optional } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import type { UserId } from "../users/User.js"

const short = text(1, 255)

/** The fields of a user that a client may write. */
export const ScimUserFields = Schema.Struct({
  userName: text(1, 254),
  externalId: optional(short),
  name: optional(
    Schema.Struct({
      formatted: optional(short),
      familyName: optional(short),
      givenName: optional(short),
      middleName: optional(short),
      honorificPrefix: optional(short),
      honorificSuffix: optional(short)
    })
  ),
  displayName: optional(text(1, 100)),
  title: optional(short),
  active: optional(Schema.Boolean),
  emails: optional(
    Schema.Array(
      Schema.Struct({
        value: text(1, 254),
        display: optional(short),
        type: optional(text(1, 50)),
        primary: optional(Schema.Boolean)
      })
    ).pipe(Schema.maxItems(20))
  )
})
export type ScimUserFields = typeof ScimUserFields.Type

/** The fields of a group that a client may write. */
export const ScimGroupFields = Schema.Struct({
  displayName: text(1, 64),
  externalId: optional(short),
  members: optional(
    Schema.Array(
      Schema.Struct({
        value: text(1, 255),
        type: optional(Schema.String.pipe(Schema.filter((type) => type.toLowerCase() === "user" || "expected User")))
      })
    ).pipe(Schema.maxItems(10_000))
  )
})
export type ScimGroupFields = typeof ScimGroupFields.Type

/** The metadata of a resource. */
export interface ScimMeta {
  readonly resourceType: "User" | "Group"
  readonly created: string
  readonly lastModified?: string
  readonly location: string
  /** The weak entity tag, with its quotes. */
  readonly version: string
}

/** A resource that something else points to. */
export interface ScimPointer {
  readonly value: string
  readonly $ref: string
  readonly display?: string
  readonly type: string
}

/** A member of an organization as answered. Attributes that the client did not request are omitted. */
export interface ScimUser extends Partial<ScimUserFields> {
  readonly schemas: ReadonlyArray<string>
  readonly id: string
  readonly groups?: ReadonlyArray<ScimPointer>
  readonly meta?: ScimMeta
}

/** A team as answered. Attributes that the client did not request are omitted. */
export interface ScimGroup {
  readonly schemas: ReadonlyArray<string>
  readonly id: string
  readonly externalId?: string
  readonly displayName?: string
  readonly members?: ReadonlyArray<ScimPointer>
  readonly meta?: ScimMeta
}

/** A part of a list: `startIndex` counts from 1. */
export interface ScimList<A> {
  readonly schemas: ReadonlyArray<string>
  readonly totalResults: number
  readonly startIndex: number
  readonly itemsPerPage: number
  readonly Resources: ReadonlyArray<A>
}

const Names = Schema.String.pipe(Schema.maxLength(4096))
const whole = Schema.Number.pipe(Schema.int())

/** The attributes to return, as comma-separated names. */
export const ScimSelection = Schema.Struct({
  attributes: optional(Names),
  excludedAttributes: optional(Names)
})
export type ScimSelection = typeof ScimSelection.Type

/** The query of a list: at most 1,000 resources, 100 if `count` is absent. */
export const ScimQuery = Schema.Struct({
  ...ScimSelection.fields,
  filter: optional(Schema.String),
  startIndex: optional(whole),
  count: optional(whole)
})
export type ScimQuery = typeof ScimQuery.Type

/** A client's description of a member, as stored. Whether the member is active is stored in the membership only. */
export interface ScimUserRecord extends Omit<ScimUserFields, "active"> {
  readonly organization: OrganizationId
  readonly user: UserId
  readonly updatedAt: string
}
