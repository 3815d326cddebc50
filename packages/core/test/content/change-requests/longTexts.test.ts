import * as Lectern from "@lectern/core/Lectern"
import { runHere, Workers, type WorkersService } from "@lectern/core/workers/Workers"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"

/** A text of many paragraphs, with one that differs. */
const text = (changed: Readonly<Record<number, string>>): string =>
  Array.from({ length: 2000 }, (_, at) => changed[at] ?? `Paragraph ${at} of a long page.`).join("\n\n")

/** Workers that let something happen before each task. */
const after = (happening: () => Promise<unknown>) => {
  const names: Array<string> = []
  const run: WorkersService["run"] = (task, input) => {
    if (!task.name.startsWith("merge/")) return runHere(task, input)
    names.push(task.name)
    return Effect.zipRight(Effect.promise(happening), runHere(task, input))
  }
  return { names, layer: Layer.succeed(Workers, { run }) }
}

describe.each(storages)("merging long texts, on $name", ({ layer: storage }) => {
  const open = async (happening: (edit: (markdown: string) => Promise<unknown>) => Promise<unknown>) => {
    let happens = (): Promise<unknown> => Promise.resolve()
    const { layer, names } = after(() => happens())
    const lectern = await Lectern.open({ storage: { layer: storage }, workers: layer })
    const { id } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const { changeRequests, contentEdits, contents, organizations, spaces } = lectern.as(id)
    const space = (await spaces.create((await organizations.create({ title: "Org" })).id, { title: "Space" })).id
    const document = (changed: Readonly<Record<number, string>>) => ({ markdown: text(changed) })
    await contentEdits.apply(space, { changes: [{ operation: "insert_page", title: "Page", document: document({}) }] })
    const page = (await contents.pages(space)).pages[0]!.id
    const request = (await changeRequests.create(space, {})).id
    const edit = (changed: Readonly<Record<number, string>>, changeRequest?: typeof request) =>
      contentEdits.apply(
        space,
        { changes: [{ operation: "update_page", page, document: document(changed) }] },
        changeRequest === undefined ? {} : { changeRequest }
      )
    await edit({ 10: "Theirs." }, request)
    await edit({ 20: "Ours." })
    happens = () =>
      happening((markdown) =>
        contentEdits.apply(space, { changes: [{ operation: "update_page", page, document: { markdown } }] })
      )
    const read = async (changeRequest?: typeof request) => {
      const found = await contents.page(space, page, changeRequest === undefined ? undefined : { changeRequest })
      return "markdown" in found ? found.markdown : undefined
    }
    return { lectern, changeRequests, space, request, names, read }
  }

  it("works them out before the transaction", async () => {
    const { changeRequests, lectern, names, read, request, space } = await open(() => Promise.resolve())
    expect((await changeRequests.pull(space, request)).result).toBe("update")
    expect(await read(request)).toContain(text({ 10: "Theirs.", 20: "Ours." }))
    expect(names).toEqual(["merge/item"])
    expect((await changeRequests.merge(space, request)).result).toBe("merge")
    expect(await read()).toContain(text({ 10: "Theirs.", 20: "Ours." }))
    await lectern.close()
  })

  it("works them out again where main has changed in the meantime", async () => {
    let edits = 0
    const { changeRequests, lectern, names, read, request, space } = await open(async (edit) => {
      edits++
      if (edits <= 2) await edit(text({ 20: "Ours.", 30: `Edit ${edits}.` }))
    })
    expect((await changeRequests.merge(space, request)).result).toBe("merge")
    expect(await read()).toContain(text({ 10: "Theirs.", 20: "Ours.", 30: "Edit 2." }))
    expect(names).toHaveLength(3)
    await lectern.close()
  })

  it("ends where main changes all the time", async () => {
    let edits = 0
    const { changeRequests, lectern, read, request, space } = await open(async (edit) => {
      edits++
      await edit(text({ 20: "Ours.", 30: `Edit ${edits}.` }))
    })
    expect((await changeRequests.merge(space, request)).result).toBe("merge")
    expect(await read()).toContain(text({ 10: "Theirs.", 20: "Ours.", 30: `Edit ${edits}.` }))
    await lectern.close()
  })
})
