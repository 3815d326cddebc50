/** Asks the worker, which starts with the first question: texts may be long, and somebody is typing here. */
import type { DocumentNode } from "../api/Objects.js"
import { at } from "../api/Session.js"

/** A file with its path in a folder. */
export interface PathedFile {
  readonly path: string
  readonly file: File
}

/** What each kind of question is about. */
export interface Subjects {
  readonly clipboard: string
  readonly document: string
  readonly headings: string
  readonly zip: ReadonlyArray<PathedFile>
}

/** What the worker answers to each kind of question. */
export interface Answers {
  /** The markdown of the `text/html` of a clipboard, with the pictures in it. */
  readonly clipboard: {
    readonly markdown: string
    readonly pictures: ReadonlyArray<{ readonly placeholder: string; readonly data: string }>
  }
  /** The tree of a text in markdown. */
  readonly document: DocumentNode
  /** The headings of the markdown of a page. */
  readonly headings: ReadonlyArray<{ readonly anchor: string; readonly title: string }>
  /** An archive of files. */
  readonly zip: Blob
}

/** A question, as the worker gets it. */
export interface Question<Kind extends keyof Answers = keyof Answers> {
  readonly id: number
  readonly kind: Kind
  readonly subject: Subjects[Kind]
}

/** An answer, as the worker gives it, or the reason why there is none. */
export interface Answered<Kind extends keyof Answers = keyof Answers> {
  readonly id: number
  readonly answer?: Answers[Kind]
  readonly problem?: string
}

let worker: Worker | undefined
let asked = 0

/** Asks the worker; rejects if it cannot start, or cannot answer. */
export const askWorker = <Kind extends keyof Answers>(kind: Kind, subject: Subjects[Kind]): Promise<Answers[Kind]> =>
  new Promise((resolve, reject) => {
    const id = asked++
    worker ??= new Worker(at(`/app/assets/${document.documentElement.dataset.worker}`))
    const running = worker
    const end = () => {
      running.removeEventListener("message", answered)
      running.removeEventListener("error", failed)
    }
    const answered = ({ data }: MessageEvent<Answered<Kind>>) => {
      if (data.id !== id) return
      end()
      if (data.answer === undefined) reject(new Error(data.problem))
      else resolve(data.answer)
    }
    const failed = () => {
      end()
      worker = undefined
      reject(new Error("the worker did not start"))
    }
    running.addEventListener("message", answered)
    running.addEventListener("error", failed)
    running.postMessage({ id, kind, subject } satisfies Question<Kind>)
  })
