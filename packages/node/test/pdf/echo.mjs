/** A process that answers with what it is asked. */
import { answerRequest } from "../../dist/pdf/Processes.js"

answerRequest(async (request) => request)
