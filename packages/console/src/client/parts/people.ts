/** Finds people of the organization of a space, and mentions them. */
import { get } from "../api/Api.js"
import type { User } from "../api/Objects.js"
import { linkText } from "../editor/linkText.js"
import type { SpaceModel } from "../space/SpaceModel.js"

/** The people whose names have some words, at most `limit`; nobody for guests, who may not list members. */
export const findPeople = async (model: SpaceModel, words: string, limit: number): Promise<ReadonlyArray<User>> => {
  const path = `/orgs/${model.space.value.organization}/members?limit=${limit}&search=${encodeURIComponent(words)}`
  const { items } = await get<{ items: ReadonlyArray<{ user: User }> }>(path).catch(() => ({ items: [] }))
  return items.map(({ user }) => user)
}

/** The markdown that mentions somebody. */
export const mentionOf = ({ displayName, id }: Pick<User, "displayName" | "id">): string =>
  `[@${linkText(displayName)}](/users/${id})`
