/** Sends what an earlier window had typed and not sent. */
import { rebaseUpdates, type Update as TypedUpdate } from "@codemirror/collab"
import { ChangeSet, Text } from "@codemirror/state"
import { ApiError, get, post } from "../api/Api.js"
import type { Draft } from "./Drafts.js"
import { changesOf, type Edited, mostSent, type Opened } from "./LiveText.js"

/** What a person is told about a text once it is open. */
export type Notice = "recovered" | "conflicted" | "refused"

/** Sends the changes of a draft, in several parts if need be; later parts are moved over what others typed meanwhile. */
const sendChanges = async (address: string, { client, updates, version }: Draft): Promise<void> => {
  let rest: ReadonlyArray<TypedUpdate> = updates.map((changes) => ({
    clientID: client,
    changes: ChangeSet.fromJSON(changes)
  }))
  let from = version
  while (rest.length > 0) {
    const part = rest.slice(0, mostSent).map(({ changes }) => ({ changes: changes.toJSON() as unknown }))
    const answer = await post<Edited>(address, { version: from, client, updates: part })
    const since = answer.updates.map((update) => ({ clientID: update.client, changes: changesOf(update) }))
    rest = rebaseUpdates(rest, since)
    from = answer.version
  }
}

const textOf = (markdown: string): Text => Text.of(markdown.split("\n"))

/** Sends a draft of before, and returns the text after it. */
export const recovered = async (
  address: string,
  draft: Draft
): Promise<{ readonly text: Opened; readonly notice: Notice }> => {
  const { client, revision, text: markdown } = draft
  const again = async (notice: Notice) => ({ text: await get<Opened>(address), notice })
  try {
    await sendChanges(address, draft)
    return await again("recovered")
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
  }
  // The log no longer reaches back: the whole text is merged with what it has become.
  try {
    await post<Edited>(address, { client, revision, markdown })
    return await again("recovered")
  } catch (error) {
    const merged = error instanceof ApiError ? error.answer.error?.merged : undefined
    if (merged === undefined) throw error
    const now = await get<Opened>(address)
    const changes = ChangeSet.of([{ from: 0, to: now.markdown.length, insert: textOf(merged) }], now.markdown.length)
    await post<Edited>(address, { version: now.version, client: now.client, updates: [{ changes: changes.toJSON() }] })
    return await again("conflicted")
  }
}
