/** Imports into a space or a change request, with how far it is, what did not work, and where it has landed. */
import { useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { go, type Place, pathOf } from "../navigation/Router.js"
import { Choice } from "../parts/Choice.js"
import { CloseButton } from "../parts/CloseButton.js"
import { Dialog } from "../parts/Dialog.js"
import { complain } from "../parts/Toasts.js"
import { mainRefusal, type SpaceModel } from "../space/SpaceModel.js"
import { texts as shared } from "../texts.js"
import { type Chosen, chosenIn, chosenOf } from "./chosen.js"
import {
  type Asked,
  begin,
  cancel,
  followed,
  type Import,
  type ImportProblem,
  isOver,
  placesOf,
  sourceOf
} from "./importing.js"
import { closeExchange, dropped, importsDrops } from "./opened.js"
import { texts } from "./texts.js"

const words = texts.import

/** What could not be imported, with its place first: the page, or the address or path of what was read. */
const Problem = ({ place, problem }: { place: Place | undefined; problem: ImportProblem }): JSX.Element => {
  const { message, path } = problem
  return (
    <li>
      {place !== undefined ? (
        <a href={pathOf(place)} onClick={closeExchange}>
          {path}
        </a>
      ) : path?.startsWith("http") ? (
        <a href={path}>{path}</a>
      ) : (
        path
      )}
      {path !== undefined && ": "}
      {message}
    </li>
  )
}

/** What could not be imported. */
const Problems = ({ of }: { of: Import }): JSX.Element => {
  const places = useSignal<ReadonlyMap<string, Place>>(new Map())
  useEffect(() => {
    if (!of.problemDetails.some(({ page }) => page !== undefined)) return
    placesOf(of).then((found) => {
      places.value = found
    }, complain)
  }, [of])
  return (
    <>
      <p>{words.problems}</p>
      <ul class="places">
        {of.problemDetails.map((problem, index) => (
          <Problem key={index} problem={problem} place={places.value.get(problem.page ?? "")} />
        ))}
      </ul>
    </>
  )
}

/** An import that runs or has ended. */
const Progress = ({ again, started }: { again: () => void; started: Import }): JSX.Element => {
  const now = useSignal(started)
  useEffect(() => {
    const stopped = new AbortController()
    followed(
      started,
      (next) => {
        now.value = next
      },
      stopped.signal
    ).catch((error: unknown) => {
      if (!stopped.signal.aborted) complain(error)
    })
    return () => stopped.abort()
  }, [started])
  const { changeRequest, error = "", problemDetails, progress, result, space, status } = now.value
  return (
    <div class="settings">
      <p role="status">
        {status === "pending" && words.waiting}
        {status === "running" && words.progress(progress.read, progress.found)}
        {status === "cancelled" && words.cancelled}
        {status === "failed" && words.failed(error)}
        {status === "complete" && words.complete(result?.importedResources ?? 0)}
      </p>
      {!isOver(now.value) && (
        <progress aria-label={words.title} value={progress.read} max={Math.max(1, progress.found)} />
      )}
      {problemDetails.length > 0 && <Problems of={now.value} />}
      <div class="page-tools">
        {!isOver(now.value) && (
          <button type="button" onClick={() => void cancel(started).catch(complain)}>
            {words.cancel}
          </button>
        )}
        {status === "complete" && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              closeExchange()
              go({ kind: "space", space, request: changeRequest })
            }}
          >
            {words.open}
          </button>
        )}
        {isOver(now.value) && (
          <button type="button" onClick={again}>
            {words.again}
          </button>
        )}
      </div>
    </div>
  )
}

/** Says what is going to be imported. */
const told = ({ files, isFolder, leftOut, name }: Chosen): string =>
  [
    words.chosen(name, isFolder ? files.length : undefined),
    ...(leftOut.length > 0 ? [words.leftOut(leftOut)] : [])
  ].join(" ")

/** The dialog. */
export const ImportDialog = ({ model }: { model: SpaceModel }): JSX.Element => {
  const space = model.space.value
  const own = model.request.value
  const refusal = mainRefusal(space)
  const url = useSignal("")
  const source = useSignal("website")
  const chosen = useSignal<Chosen | undefined>(undefined)
  const target = useSignal<Asked["target"]>(
    own === undefined ? (refusal === undefined ? "main" : "new") : { request: own.id }
  )
  const started = useSignal<Import | undefined>(undefined)
  const isBusy = useSignal(false)
  const isReading = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const choose = (next: Chosen | undefined) => {
    chosen.value = next
    problem.value = next?.files.length === 0 ? words.nothing : undefined
    source.value = (next && sourceOf(next)) ?? source.value
  }
  const entries = dropped.value
  useEffect(() => {
    if (entries.length === 0) return
    let isOld = false
    isReading.value = true
    chosenOf(entries)
      .then((found) => {
        if (!isOld) choose(found)
      }, complain)
      .finally(() => {
        if (!isOld) isReading.value = false
      })
    return () => {
      isOld = true
    }
  }, [entries])
  const submit = () => {
    isBusy.value = true
    problem.value = undefined
    begin({ space, url: url.value.trim(), chosen: chosen.value, source: source.value, target: target.value })
      .then(
        (found) => {
          started.value = found
        },
        (error: Error) => {
          problem.value = shared.failed(error.message)
        }
      )
      .finally(() => {
        isBusy.value = false
      })
  }
  const choosing = (to: Asked["target"]) => () => {
    target.value = to
  }
  return (
    <Dialog label={words.title} class="files" close={closeExchange}>
      <div class="section-head">
        <h2>{words.title}</h2>
        <CloseButton close={closeExchange} />
      </div>
      {started.value !== undefined ? (
        <Progress
          started={started.value}
          again={() => {
            started.value = undefined
          }}
        />
      ) : (
        <form
          class="settings"
          {...importsDrops(true)}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <div class="field">
            <label for="import-address">{words.address}</label>
            <input
              id="import-address"
              type="url"
              required={chosen.value === undefined}
              disabled={chosen.value !== undefined}
              maxLength={2048}
              value={url.value}
              aria-describedby="import-address-hint"
              onInput={(event) => {
                url.value = event.currentTarget.value
              }}
            />
            <small id="import-address-hint">{words.hint}</small>
          </div>
          {(["file", "folder"] as const).map((kind) => (
            <div key={kind} class="field">
              <label for={`import-${kind}`}>{words[kind]}</label>
              <input
                id={`import-${kind}`}
                type="file"
                ref={(element) => {
                  if (element !== null) element.webkitdirectory = kind === "folder"
                }}
                onChange={(event) => choose(chosenIn(event.currentTarget.files))}
              />
            </div>
          ))}
          <small>{words.dropping}</small>
          <p role="status">
            {isReading.value
              ? words.reading
              : isBusy.value
                ? words.sending
                : chosen.value !== undefined && told(chosen.value)}
          </p>
          {chosen.value !== undefined && (
            <button
              type="button"
              class="quiet"
              onClick={({ currentTarget: { form } }) => {
                choose(undefined)
                const fields = form?.querySelectorAll<HTMLInputElement>("[type=file]") ?? []
                for (const field of fields) field.value = ""
                fields[0]?.focus()
              }}
            >
              {words.drop}
            </button>
          )}
          <div class="field">
            <label for="import-source">{words.source}</label>
            <select
              id="import-source"
              value={source.value}
              onChange={(event) => {
                source.value = event.currentTarget.value
              }}
            >
              {Object.entries(words.sources).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          {own === undefined && (
            <fieldset>
              <legend>{words.where}</legend>
              <Choice
                name="where"
                label={words.main}
                isOn={target.value === "main"}
                refusal={refusal}
                choose={choosing("main")}
              />
              <Choice name="where" label={words.request} isOn={target.value === "new"} choose={choosing("new")} />
            </fieldset>
          )}
          <p class="bad" role="alert">
            {problem.value}
          </p>
          <button
            type="submit"
            class="primary"
            disabled={isBusy.value || isReading.value || chosen.value?.files.length === 0 || !space.permissions.edit}
          >
            {words.start}
          </button>
        </form>
      )}
    </Dialog>
  )
}
