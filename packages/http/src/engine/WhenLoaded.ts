/** Answering requests from the first moment, with handlers that are still being loaded. */
import type { Cancel, Handle } from "../foundation/dispatcher/Exchange.js"
import { defectAnswer } from "../foundation/dispatcher/Failures.js"
import { makeFinish } from "../foundation/dispatcher/Finish.js"
import { makeRequestIds } from "../foundation/dispatcher/RequestId.js"

const finish = makeFinish(undefined)
const requestId = makeRequestIds()

/**
 * Makes requests wait until their handler is loaded; if that cannot be loaded, each is answered with the status 500.
 */
export const whenLoaded = (loading: Promise<Handle>): Handle => {
  let loaded: Handle | undefined
  loading.then(
    (handle) => {
      loaded = handle
    },
    () => {}
  )
  return (request, respond) => {
    if (loaded !== undefined) return loaded(request, respond)
    let isCancelled = false
    let cancel: Cancel = () => {
      isCancelled = true
    }
    loading.then(
      (handle) => {
        if (!isCancelled) cancel = handle(request, respond)
      },
      () => {
        if (!isCancelled) finish(request, requestId(request.header("x-request-id")), defectAnswer, respond)
      }
    )
    return () => cancel()
  }
}
