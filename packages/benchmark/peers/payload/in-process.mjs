/** Makes the calls of each message through Payload's local API, one after another, and tells how long they took. */
import { getPayload } from "payload"
import config from "./payload.config.mjs"

const payload = await getPayload({ config })
const headers = new Headers({ authorization: `users API-Key ${process.env.PEER_KEY}` })
const withoutBody = { title: true, slug: true, section: true, createdAt: true, updatedAt: true }

const operations = {
  get: ({ i }, common) => payload.findByID({ ...common, id: i + 1 }),
  list: ({ section }, common) =>
    payload.find({ ...common, where: { section: { equals: section } }, limit: 100, select: withoutBody }),
  search: ({ word }, common) =>
    payload.find({
      ...common,
      where: { or: [{ title: { like: word } }, { body: { like: word } }] },
      limit: 20,
      select: withoutBody
    }),
  update: ({ body, i }, common) => payload.update({ ...common, id: i + 1, data: { body } }),
  create: ({ document }, common) => payload.create({ ...common, data: document })
}

const perform = async (calls) => {
  const before = process.cpuUsage()
  const started = performance.now()
  for (const call of calls) {
    const { user } = await payload.auth({ headers })
    if (user === null) throw new Error("the API key is not valid")
    const common = { collection: "documents", depth: 0, overrideAccess: false, user }
    JSON.stringify(await operations[call.of](call, common))
  }
  const { system, user } = process.cpuUsage(before)
  return { seconds: (performance.now() - started) / 1000, processor: (system + user) / 1e6 }
}

process.on("message", async (calls) => {
  try {
    process.send(await perform(calls))
  } catch (error) {
    process.send({ error: String(error) })
  }
})
process.once("disconnect", () => process.exit())
process.send("ready")
