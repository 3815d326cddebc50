/** Receives the events of a webhook until it is stopped: `WEBHOOK_SECRET=whsec_… PORT=8080 npm run receive`. */
import { receiver } from "./Receiver.js"

const { PORT = "8080", WEBHOOK_SECRET: secret } = process.env
if (secret === undefined)
  throw new Error("WEBHOOK_SECRET is missing: it is the secret that creating the webhook answered")
receiver(secret, ({ createdAt, subject, type }) => {
  console.log(createdAt, type, subject.object, subject.id)
}).listen(Number(PORT), () => console.log(`listening on port ${PORT}`))
