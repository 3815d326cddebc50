import { collectionUrls } from "../../foundation/urls/PublicUrls.js"
import { collectionPermissions } from "../access/Permissions.js"
import type { RoleOrGuest } from "../access/Role.js"
import { defaultInForce, type Standing, seesCollection } from "../access/Standing.js"
import type { Collection, CollectionRecord } from "./Collection.js"

/** A collection as answered to a caller with this standing and this level on it. */
export const collectionAnswer = (
  base: string,
  standing: Standing,
  collection: CollectionRecord,
  level: RoleOrGuest
): Collection => ({
  object: "collection",
  id: collection.id,
  title: collection.title,
  ...(collection.description !== undefined && { description: collection.description }),
  organization: collection.organization,
  ...(collection.parent !== undefined && seesCollection(standing, collection.parent) && { parent: collection.parent }),
  defaultLevel: defaultInForce(standing.snapshot, collection),
  urls: collectionUrls(base, collection.id),
  permissions: collectionPermissions(level)
})
