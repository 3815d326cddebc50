/** Checks that a server does what is measured, before it is measured. */
import { answered, type Call, type ContentServer, found } from "./ContentServer.js"
import { bodyOf, documentCount, documentOf, sectionSize } from "./Documents.js"

const lengthOf = (items: unknown): number => (Array.isArray(items) ? items.length : Number.NaN)

/**
 * Throws unless a server answers with the documents that it should have, writes, and refuses a request without its token.
 * It gets one more document, and another body for one.
 */
export const checked = async (server: ContentServer): Promise<void> => {
  const expect = (what: string, holds: boolean): void => {
    if (!holds) throw new Error(`${server.name}: ${what}`)
  }
  const bodyAt = async (call: Call) => String(server.bodyIn(await answered(server, call))).trim()
  for (const i of [0, documentCount >> 1, documentCount - 1]) {
    expect(`document ${i} has another body`, (await bodyAt(server.get(i))) === bodyOf(i))
  }
  const listed = server.itemsIn(await answered(server, server.list(3)))
  expect(`a list has ${lengthOf(listed)} documents`, lengthOf(listed) === sectionSize)
  const searched = server.itemsIn(await answered(server, server.search("deploying")))
  expect(`a search finds ${lengthOf(searched)} documents`, lengthOf(searched) === found)
  const none = server.itemsIn(await answered(server, server.search("quagga")))
  expect("a search finds what is not there", lengthOf(none) === 0)
  const text = bodyOf(documentCount + 1)
  await answered(server, server.update(7, text))
  expect("an update is not kept", (await bodyAt(server.get(7))) === text)
  const document = documentOf(documentCount)
  const created = await answered(server, server.create(document))
  expect("what was created has another body", (await bodyAt(server.created(created))) === document.body)
  const { path } = server.get(0)
  const { status } = await fetch(`${server.address}${path}`)
  expect(`a request without a token is answered with ${status}`, status === 401 || status === 403)
}
