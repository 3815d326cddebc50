/** Fields of pages whose front matter a folder no longer states in valid YAML. */

import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { storages } from "../../storages.js"
import { folder } from "../git-layout/space.js"
import { inWorkspace } from "../pages/space.js"

it.each(storages)("a hidden page stays hidden when its file becomes invalid, $name", (storage) =>
  inWorkspace(storage, ({ space }) =>
    Effect.gen(function* () {
      const sync = yield* ContentSync
      const apply = (text: string) => {
        const { problems, tree } = readLayout(folder({ "a.md": text }))
        return Effect.as(sync.apply(space.id, tree), problems)
      }
      const fields = Effect.map(sync.snapshot(space.id), ({ pages: [page] }) => page)
      yield* apply("---\nhidden: true\nicon: gear\ncover: https://a.example/b.png\n---\n")
      expect(yield* apply("---\ntitle: Setup: the basics\nhidden: true\n---\n")).toMatchObject([{ line: 2 }])
      expect(yield* fields).toMatchObject({ hidden: true, icon: "gear", cover: { yPos: 0 } })
      yield* apply("---\nicon: gear\n---\n")
      expect(yield* fields).not.toHaveProperty("hidden")
    })
  )
)
