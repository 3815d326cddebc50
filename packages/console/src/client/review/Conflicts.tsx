/** The conflicts of a change request with main, each with its versions and the choices that decide it. */
import { type Signal, signal, useSignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useId } from "preact/hooks"
import { person } from "../api/Session.js"
import { complain, copy, say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"
import { Act } from "./Act.js"
import {
  bothOf,
  type Choice,
  type Conflict,
  choiceOf,
  type Decided,
  type Decision,
  grouped,
  keyOf,
  resultOf,
  type Side,
  sidesOf,
  takesWords
} from "./Conflict.js"
import { DecidedList } from "./DecidedList.js"
import { decide, readProposed, reopen } from "./Deciding.js"
import { act, ask, type Known, refusals } from "./ReviewModel.js"
import { words } from "./texts.js"
import { effectOf, partOf, shown } from "./values.js"

/** What somebody has chosen and typed for a change request and not applied. */
interface Chosen {
  readonly choices: Signal<ReadonlyMap<string, Side | "own">>
  /** Own words, by the part that they are for: they outlive what is decided by others. */
  readonly typed: Map<string, string>
}

const kept = new Map<string, Chosen>()

const chosenOf = (line: string): Chosen => {
  const found = kept.get(line) ?? { choices: signal(new Map()), typed: new Map() }
  kept.set(line, found)
  return found
}

/** The part of an item, whatever its values are by now. */
const partKey = ({ field, item, where }: Conflict): string => JSON.stringify([item, field ?? where])

/** Identifies a decision, which can be made again after it was undone. */
const decisionKey = ({ at, item, where }: Decided): string => JSON.stringify([item, where, at])

const wordsFor = ({ typed }: Chosen, conflict: Conflict): string =>
  typed.get(keyOf(conflict)) ??
  typed.get(partKey(conflict)) ??
  (conflict.kind === "block" ? bothOf(conflict, "main") : String(conflict.request ?? conflict.main ?? ""))

const choiceFor = (chosen: Chosen, conflict: Conflict, side: Side | "own"): Choice =>
  side === "own" ? { text: wordsFor(chosen, conflict) } : choiceOf(conflict, side)

const Version = (given: { readonly name: string; readonly text: string; readonly isChosen?: boolean }): JSX.Element => (
  <figure class={given.isChosen === true ? "version chosen" : "version"}>
    <figcaption>{given.name}</figcaption>
    <pre>{given.text}</pre>
  </figure>
)

const OneConflict = (given: {
  readonly chosen: Chosen
  readonly conflict: Conflict
  readonly model: SpaceModel
  readonly refused: string | undefined
}): JSX.Element => {
  const { chosen, conflict, model, refused } = given
  const id = useId()
  const typings = useSignal(0)
  const pages = model.pages.value
  const key = keyOf(conflict)
  const side = chosen.choices.value.get(key)
  const choose = (next: Side | "own" | undefined) => {
    const choices = new Map(chosen.choices.value)
    if (next === undefined) choices.delete(key)
    else choices.set(key, next)
    chosen.choices.value = choices
  }
  const button = (name: Side | "own") => (
    <button
      key={name}
      type="button"
      aria-pressed={side === name}
      disabled={refused !== undefined}
      title={refused}
      onClick={() => choose(side === name ? undefined : name)}
    >
      {words.choices[name]}
    </button>
  )
  const effect = side === "main" || side === "request" ? effectOf(pages, conflict, side) : undefined
  const isText = conflict.kind === "block" || takesWords(conflict)
  const result = side === undefined || !isText ? undefined : resultOf(conflict, choiceFor(chosen, conflict, side))
  // Typing changes the result, which is not a signal.
  void typings.value
  return (
    <section class="conflict" aria-labelledby={id}>
      <h4 id={id}>{partOf(conflict)}</h4>
      <div class="versions">
        {conflict.isMarked === undefined && (
          <Version name={words.sides.base} text={shown(pages, conflict, conflict.base)} />
        )}
        <Version name={words.sides.main} text={shown(pages, conflict, conflict.main)} isChosen={side === "main"} />
        <Version
          name={words.sides.request}
          text={shown(pages, conflict, conflict.request)}
          isChosen={side === "request"}
        />
      </div>
      <div class="buttons">
        {sidesOf(conflict).map(button)}
        {takesWords(conflict) && button("own")}
      </div>
      {side === "own" && (
        <label class="field">
          <span>{words.ownWords}</span>
          <textarea
            rows={4}
            defaultValue={wordsFor(chosen, conflict)}
            onInput={(event) => {
              chosen.typed.set(key, event.currentTarget.value)
              chosen.typed.set(partKey(conflict), event.currentTarget.value)
              typings.value++
            }}
          />
        </label>
      )}
      <div aria-live="polite">
        {effect !== undefined && <p class="effect">{effect}</p>}
        {result !== undefined && (
          <figure class="version result">
            <figcaption>{words.result}</figcaption>
            {result === "" ? <p class="empty">{words.emptyResult}</p> : <pre>{result}</pre>}
          </figure>
        )}
      </div>
    </section>
  )
}

/** Own words for what somebody else has decided, or changed again, meanwhile. */
const Homeless = (given: {
  readonly chosen: Chosen
  readonly conflicts: ReadonlyArray<Conflict>
}): JSX.Element | null => {
  const { choices, typed } = given.chosen
  const open = new Set(given.conflicts.map(keyOf))
  const found = [...choices.value].flatMap(([key, side]) => {
    const text = typed.get(key)
    return side === "own" && text !== undefined && !open.has(key) ? [{ key, text }] : []
  })
  if (found.length === 0) return null
  return (
    <section class="homeless">
      <h2>{words.homeless}</h2>
      <ul class="places">
        {found.map(({ key, text }) => (
          <li key={key} class="draft">
            <pre class="words">{text}</pre>
            <button type="button" onClick={() => copy(text, texts.copied)}>
              {texts.copyText}
            </button>
            <button
              type="button"
              onClick={() => {
                choices.value = new Map([...choices.value].filter(([each]) => each !== key))
              }}
            >
              {texts.drafts.discard}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The screen. */
export const Conflicts = ({ known, model }: { readonly known: Known; readonly model: SpaceModel }): JSX.Element => {
  const { conflicts } = known
  const chosen = chosenOf(model.line)
  const notice = useSignal<string | undefined>(undefined)
  const isApplying = useSignal(false)
  const { choices } = chosen
  const refused = refusals(model, known, person.value?.id).write
  const decisions = conflicts.flatMap((conflict): ReadonlyArray<Decision> => {
    const side = choices.value.get(keyOf(conflict))
    return side === undefined ? [] : [{ conflict, choice: choiceFor(chosen, conflict, side) }]
  })
  const count = decisions.length
  useEffect(() => {
    if (count === 0) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener("beforeunload", warn)
    return () => removeEventListener("beforeunload", warn)
  }, [count > 0])
  const apply = async () => {
    isApplying.value = true
    notice.value = undefined
    // Own words may have been typed since this was shown.
    const now = decisions.map(({ conflict }) => ({
      conflict,
      choice: choiceFor(chosen, conflict, choices.value.get(keyOf(conflict))!)
    }))
    const before = new Set(known.decided.map(decisionKey))
    try {
      const gone = new Set(await decide(ask, model.line, now))
      const done = now.filter((decision) => !gone.has(decision))
      const keys = new Set(done.map(({ conflict }) => keyOf(conflict)))
      choices.value = new Map([...choices.value].filter(([key]) => !keys.has(key)))
      const openAgain = () =>
        act(model, async () => {
          const { decided } = await readProposed(ask, model.line)
          const made = decided.filter((each) => !before.has(decisionKey(each)))
          if (made.length > 0) await reopen(ask, model.line, made)
          say(words.reopened(made.length))
        })
      if (done.length > 0) say(words.applied(done.length), openAgain)
      if (gone.size > 0) notice.value = words.gone(gone.size)
    } catch (error) {
      complain(error)
    } finally {
      isApplying.value = false
    }
    await act(model, async () => {})
  }
  const items = [...grouped(conflicts, ({ item }) => item)]
  const chooseAll = (of: ReadonlyArray<Conflict>, side: Side) => {
    choices.value = new Map([...choices.value, ...of.map((each): [string, Side] => [keyOf(each), side])])
  }
  return (
    <div class="conflicts">
      {notice.value !== undefined && (
        <p class="banner" role="alert">
          {notice.value}
        </p>
      )}
      <Homeless chosen={chosen} conflicts={conflicts} />
      {conflicts.length === 0 ? (
        <p class="empty">{words.noConflicts}</p>
      ) : (
        <>
          <h2>{words.conflictsTitle(conflicts.length, items.length)}</h2>
          <p class="empty">{refused ?? words.conflictsHelp}</p>
          <div class="apply">
            <Act
              isPrimary
              refused={refused ?? (count === 0 || isApplying.value ? words.conflictsHelp : undefined)}
              run={() => void apply()}
            >
              {words.apply(count)}
            </Act>
          </div>
          {items.map(([item, ofItem]) => {
            const { path, title, type } = ofItem[0]!
            const name =
              type === "page" ? title || texts.untitled : `${words.types[type]} ${title === type ? "" : title}`
            return (
              <section key={item} class="conflict-item">
                <div class="section-head">
                  <h3>
                    {name.trim()} {path !== undefined && <small>/{path}</small>}
                  </h3>
                  {ofItem.length > 1 && (
                    <span class="buttons">
                      <Act refused={refused} label={words.allOfMainIn(name)} run={() => chooseAll(ofItem, "main")}>
                        {words.allOfMain}
                      </Act>
                      <Act
                        refused={refused}
                        label={words.allOfRequestIn(name)}
                        run={() => chooseAll(ofItem, "request")}
                      >
                        {words.allOfRequest}
                      </Act>
                    </span>
                  )}
                </div>
                {ofItem.map((conflict, index) => (
                  <OneConflict
                    key={`${keyOf(conflict)} ${index}`}
                    model={model}
                    chosen={chosen}
                    conflict={conflict}
                    refused={refused}
                  />
                ))}
              </section>
            )
          })}
        </>
      )}
      <DecidedList model={model} known={known} />
    </div>
  )
}
