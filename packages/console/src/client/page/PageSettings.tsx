/** The settings of a page: everything about it that is not its text. */
import "../parts/shared.js"
import { emojiOf } from "@lectern/core/internal/content/pages/EmojiText"
import { useSignal } from "@preact/signals"
import type { ComponentChildren, JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { get } from "../api/Api.js"
import type { PageDetails, Picture } from "../api/Objects.js"
import { uploadFile } from "../files/Uploading.js"
import { say } from "../parts/Toasts.js"
import type { SpaceModel } from "../space/SpaceModel.js"
import { texts } from "../texts.js"

const words = texts.settings

/** A picture as it is written in the field, and back. */
const written = (picture: Picture | undefined): string =>
  picture === undefined ? "" : picture.kind === "file" ? `/files/${picture.file}` : picture.url
const pictureOf = (text: string): Picture =>
  text.startsWith("/files/") ? { kind: "file", file: text.slice("/files/".length) } : { kind: "url", url: text }

const parts = ["title", "description", "tableOfContents", "outline", "pagination", "metadata", "cover"] as const

type Text = "title" | "label" | "slug" | "description" | "emoji" | "icon" | "cover" | "condition"
const isNeeded: ReadonlySet<Text> = new Set(["title", "slug"])

/** The parts of a layout that are not as they are by default. */
const differing = (layout: PageDetails["layout"]): Partial<PageDetails["layout"]> =>
  Object.fromEntries(
    Object.entries(layout).filter(([, value]) => value !== true && value !== "default" && value !== "hero")
  )

/** A field with its name; `field` is given the attributes that connect it with its name and its hint. */
const Labelled = (given: {
  readonly name: keyof typeof words.names
  readonly hint?: string
  readonly problem: string | undefined
  readonly field: (attributes: { readonly id: string; readonly "aria-describedby": string }) => ComponentChildren
}): JSX.Element => {
  const id = `setting-${given.name}`
  return (
    <div class="field">
      <label for={id}>{words.names[given.name]}</label>
      {given.field({ id, "aria-describedby": `${id}-hint` })}
      <small id={`${id}-hint`} class={given.problem === undefined ? "" : "bad"} role="status">
        {given.problem ?? given.hint}
      </small>
    </div>
  )
}

/** The form. Each field is saved when it is left. */
export const PageSettings = ({ id, model }: { model: SpaceModel; id: string }): JSX.Element => {
  const details = useSignal<PageDetails | undefined>(undefined)
  const problems = useSignal<Readonly<Record<string, string>>>({})
  /** How many saves are on their way: what is read meanwhile may be older than what is shown. */
  const saves = useRef(0)
  const reads = useSignal(0)
  const isOff = !model.canEdit()
  const revision = model.request.value?.revision ?? model.space.value.revision
  useEffect(() => {
    let isOver = false
    get<PageDetails>(`${model.line}/content/page/${id}`).then(
      (found) => {
        if (!isOver && saves.current === 0) details.value = found
      },
      () => {}
    )
    return () => {
      isOver = true
    }
  }, [id, model, revision, reads.value])
  const page = details.value
  if (page === undefined) return <p class="empty">{texts.loading}</p>

  const save = async (
    name: keyof typeof words.names | "layout",
    value: unknown,
    before: unknown,
    shown: Partial<PageDetails> = {}
  ): Promise<void> => {
    saves.current++
    details.value = { ...page, ...shown }
    let problem: string | undefined
    try {
      await model.update(id, { [name]: value })
      say(words.saved(name === "layout" ? words.layout : words.names[name]), () => model.update(id, { [name]: before }))
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
    const { [name]: _, ...others } = problems.value
    problems.value = problem === undefined ? others : { ...others, [name]: problem }
    if (--saves.current === 0) reads.value++
  }
  const text = (name: Text, value: string, saved: (value: string) => void, hint?: string): JSX.Element => (
    <Labelled
      name={name}
      {...(hint !== undefined && { hint })}
      problem={problems.value[name]}
      field={(attributes) => {
        const given = {
          ...attributes,
          defaultValue: value,
          disabled: isOff,
          onBlur: ({ currentTarget: field }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
            const now = field.value.trim()
            if (now !== "" && now !== value) saved(now)
            else if (now !== value && isNeeded.has(name)) field.value = value
            else if (now !== value) saved("")
          }
        }
        return name === "description" ? (
          <textarea key={value} rows={3} {...given} />
        ) : (
          <input
            key={value}
            {...given}
            spellcheck={name === "title" || name === "label"}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
        )
      }}
    />
  )
  /** A text that is stored as it is written; an empty one removes it. */
  const plain = (name: Exclude<Text, "cover" | "emoji">, hint?: string): JSX.Element =>
    text(name, page[name] ?? "", (now) => void save(name, now === "" ? null : now, page[name] ?? null), hint)
  const flag = (name: "hidden" | "noIndex" | "noRobotsIndex"): JSX.Element => (
    <label class="check">
      <input
        type="checkbox"
        checked={page[name] === true}
        disabled={isOff}
        onChange={({ currentTarget: { checked } }) =>
          void save(name, checked, page[name] === true, { [name]: checked })
        }
      />
      <span>{words.names[name]}</span>
    </label>
  )
  const layout = (change: Partial<PageDetails["layout"]>) => {
    const next = { ...page.layout, ...change }
    void save("layout", differing(next), differing(page.layout), { layout: next })
  }
  const cover = (picture: Picture | undefined) =>
    void save("cover", picture === undefined ? null : { ...page.cover, ref: picture }, page.cover ?? null)
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      {isOff && <p class="empty">{model.refusal()}</p>}
      {text("title", page.title, (now) => void model.rename(page, now))}
      {plain("label", words.labelHint)}
      {plain("slug", words.slugHint(page.path ?? ""))}
      {plain("description")}
      {text(
        "emoji",
        page.emoji === undefined ? "" : emojiOf(page.emoji),
        (now) => void save("emoji", now === "" ? null : now, page.emoji ?? null),
        words.emojiHint
      )}
      {plain("icon", words.iconHint)}
      {text(
        "cover",
        written(page.cover?.ref),
        (now) => cover(now === "" ? undefined : pictureOf(now)),
        words.coverHint
      )}
      <label class="button upload">
        {words.uploadCover}
        <input
          type="file"
          class="unseen"
          accept="image/*"
          disabled={isOff}
          onChange={async (event) => {
            const [file] = event.currentTarget.files ?? []
            if (file === undefined) return
            try {
              const { path } = await uploadFile(model, file, () => {})
              cover(pictureOf(path))
            } catch (error) {
              problems.value = { ...problems.value, cover: (error as Error).message }
            }
          }}
        />
      </label>
      <fieldset disabled={isOff}>
        <legend>{words.layout}</legend>
        <label class="check">
          <input
            type="checkbox"
            checked={page.layout.width === "wide"}
            onChange={(event) => layout({ width: event.currentTarget.checked ? "wide" : "default" })}
          />
          <span>{words.wide}</span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={page.layout.coverSize === "full"}
            onChange={(event) => layout({ coverSize: event.currentTarget.checked ? "full" : "hero" })}
          />
          <span>{words.fullCover}</span>
        </label>
        {parts.map((part) => (
          <label key={part} class="check">
            <input
              type="checkbox"
              checked={page.layout[part]}
              onChange={(event) => layout({ [part]: event.currentTarget.checked })}
            />
            <span>{words.shows[part]}</span>
          </label>
        ))}
        {problems.value.layout !== undefined && <small class="bad">{problems.value.layout}</small>}
      </fieldset>
      <fieldset disabled={isOff}>
        <legend>{words.visibility}</legend>
        {flag("hidden")}
        {flag("noIndex")}
        {flag("noRobotsIndex")}
      </fieldset>
      {plain("condition", words.conditionHint)}
    </form>
  )
}
