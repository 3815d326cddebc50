/** Creates the database `PEER_FILE` with a user, who has the API key `PEER_KEY`, and the documents of the file `PEER_DOCUMENTS`. */
import { readFileSync } from "node:fs"
import { getPayload } from "payload"
import config from "./payload.config.mjs"

const payload = await getPayload({ config })
await payload.create({
  collection: "users",
  data: {
    email: "bench@example.com",
    password: "a password for measurements",
    enableAPIKey: true,
    apiKey: process.env.PEER_KEY
  }
})
for (const data of JSON.parse(readFileSync(process.env.PEER_DOCUMENTS, "utf8"))) {
  await payload.create({ collection: "documents", data })
}
process.exit()
