/** A process that answers with what it is asked, and which process started it. It may be asked to stay instead. */
import { answerRequest } from "../../dist/processes/Requests.js"

answerRequest(async ({ stays, value }) => {
  process.send("step")
  if (stays) await new Promise((resolve) => setTimeout(resolve, 600_000))
  return { value, parent: process.ppid }
})
