/** A process that answers with its input, and with the process that started it. It may be told to stay instead. */
import { answerRequest } from "../../dist/processes/Requests.js"

answerRequest(async ({ stays, value }) => {
  process.send("step")
  if (stays) await new Promise((resolve) => setTimeout(resolve, 600_000))
  return { value, parent: process.ppid }
})
