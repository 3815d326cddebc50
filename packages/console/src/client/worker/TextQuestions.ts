/** Asks the worker, which starts with the first question: texts may be long, and somebody is typing here. */
import { at } from "../api/Session.js"

/** What the worker answers to each kind of question. */
export interface Answers {
  /** The markdown of the `text/html` of a clipboard, with the pictures in it. */
  readonly clipboard: {
    readonly markdown: string
    readonly pictures: ReadonlyArray<{ readonly placeholder: string; readonly data: string }>
  }
  /** The headings of the markdown of a page. */
  readonly headings: ReadonlyArray<{ readonly anchor: string; readonly title: string }>
}

/** A question, as the worker gets it. */
export interface Question {
  readonly id: number
  readonly kind: keyof Answers
  readonly text: string
}

let worker: Worker | undefined
let asked = 0

/** Asks the worker about a text; rejects if it cannot start. */
export const askWorker = <Kind extends keyof Answers>(kind: Kind, text: string): Promise<Answers[Kind]> =>
  new Promise((resolve, reject) => {
    const id = asked++
    worker ??= new Worker(at(`/app/assets/${document.documentElement.dataset.worker}`))
    const running = worker
    const end = () => {
      running.removeEventListener("message", answered)
      running.removeEventListener("error", failed)
    }
    const answered = ({ data }: MessageEvent<{ readonly id: number; readonly answer: Answers[Kind] }>) => {
      if (data.id !== id) return
      end()
      resolve(data.answer)
    }
    const failed = () => {
      end()
      worker = undefined
      reject(new Error("the worker did not start"))
    }
    running.addEventListener("message", answered)
    running.addEventListener("error", failed)
    running.postMessage({ id, kind, text } satisfies Question)
  })
