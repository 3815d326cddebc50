/** Random calls by people who try to change main, and what they did by their own account. */
import type { ChangeRequestId } from "@lectern/core/change-requests/ChangeRequest"
import { ChangeRequests } from "@lectern/core/change-requests/ChangeRequests"
import { Collections } from "@lectern/core/collections/Collections"
import type { CommentId } from "@lectern/core/comments/Comment"
import { Comments } from "@lectern/core/comments/Comments"
import { PageId } from "@lectern/core/content/Page"
import { ContentGrants } from "@lectern/core/content-grants/ContentGrants"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Files } from "@lectern/core/files/Files"
import { Imports, requestLimits } from "@lectern/core/imports/Imports"
import { LiveTexts } from "@lectern/core/live-texts/LiveTexts"
import { Members } from "@lectern/core/members/Members"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { Reviews } from "@lectern/core/reviews/Reviews"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { type At, Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import type { UserId } from "@lectern/core/users/User"
import { Effect, FastCheck as fc, Option } from "effect"
import { as, asSystem, member, organization } from "../../workspace.js"
import { rows } from "../change-requests/steps.js"
import { input } from "../imports/site.js"

/** The calls that are tried, each as often as it occurs here. */
const kinds = [
  ...["edit main", "type on main", "sync main", "upload to main", "restore main", "roll back main", "import to main"],
  ...["suggest on main", "apply on main", "set rules", "set rules of organization", "override"],
  ...["edit", "edit", "edit", "type", "type", "restore", "resolve", "undo", "save", "import"],
  ...["suggest", "suggest", "suggest", "apply", "apply", "apply", "apply"],
  ...["approve", "approve", "approve", "approve", "approve", "object", "ask", "withdraw"],
  ...["merge", "merge", "merge", "merge", "merge", "update", "open", "open", "archive", "reopen"],
  ...["lock", "unlock", "duplicate", "transfer", "move", "delete space", "restore space"],
  ...["demote", "promote", "promote", "disable", "enable", "enable", "rejoin", "grant"],
  ...["approve", "approve", "approve", "approve", "merge", "merge", "merge", "merge", "unlock", "reopen"]
] as const

/** A call: its kind, who makes it, and numbers by which it picks what it is about. */
export const step = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(2),
  a: fc.nat(3),
  b: fc.nat(9)
})
export type Step = typeof step extends fc.Arbitrary<infer A> ? A : never

/** What people know of a change request by their own account. */
interface Account {
  readonly id: ChangeRequestId
  readonly contributors: Set<UserId>
  /** The content that each approved with the last review. */
  readonly approved: Map<UserId, string>
  readonly suggestions: Array<Suggested>
}

/** A suggestion, and who wrote it. */
interface Suggested {
  readonly id: CommentId
  readonly author: UserId
}

/** A space whose rules require `count` approvals, with three people who may merge: none is an administrator. */
export const makeActors = Effect.fnUntraced(function* (count: number, isOfOrganization: boolean) {
  const { admin, id: org } = yield* organization()
  const levels = ["edit", "review", "create"] as const
  const people = [
    yield* member(org, "Edi", "edit"),
    yield* member(org, "Ray", "review"),
    yield* member(org, "Cleo", "create")
  ] as const
  const spaces = yield* Spaces
  const edits = yield* ContentEdits
  const requests = yield* ChangeRequests
  const reviews = yield* Reviews
  const revisions = yield* Revisions
  const contents = yield* Contents
  const texts = yield* LiveTexts
  const comments = yield* Comments
  const imports = yield* Imports
  const members = yield* Members
  const { id: space } = yield* as(admin)(spaces.create(org, {}))
  const { id: other } = yield* as(people[2])((yield* Organizations).create({ title: "Cleo's" }))
  const markdown = (words: number) => `one\n\ntwo ${words}\n\nthree\n`
  const insert = (words: number) =>
    ({
      changes: [{ operation: "insert_page", title: `New ${words}`, document: { markdown: markdown(words) } }]
    }) as const
  const [made] = (yield* as(admin)(edits.apply(space, insert(0)))).changes
  if (made?.object !== "created_page") return yield* Effect.dieMessage("no page")
  const page = made.page.id
  const first = (yield* as(admin)(spaces.get(space))).revision

  /** Everything that main or a request shows. */
  const shown = Effect.fnUntraced(function* (at?: At) {
    const all = rows((yield* contents.pages(space, at)).pages)
    const read = yield* Effect.forEach(all, ({ id, path }) =>
      Effect.map(contents.page(space, PageId.make(id), at), (found) => [
        id,
        path,
        found.title,
        "markdown" in found ? found.markdown : ""
      ])
    )
    return JSON.stringify([read, (yield* contents.files(space, at, {})).items.map(({ id }) => id)])
  }, as(admin))
  /** What a request would merge: what it shows, with what was typed, which nobody can where it is closed. */
  const proposed = Effect.fnUntraced(function* (changeRequest: ChangeRequestId) {
    const at = { changeRequest }
    const saved = yield* Effect.option(as(admin)(contents.page(space, page, at)))
    const typed = yield* Effect.option(as(admin)(texts.get(space, page, at)))
    const text = Option.orElse(typed, () => saved)
    return `${yield* shown(at)} ${text._tag === "Some" && "markdown" in text.value ? text.value.markdown : ""}`
  })

  const accounts: Array<Account> = []
  const typing = (who: UserId, changeRequest?: ChangeRequestId) =>
    Effect.gen(function* () {
      const at = changeRequest === undefined ? {} : { changeRequest }
      const own = yield* as(who)(texts.get(space, page, at))
      const length = own.markdown.length
      const updates = [{ changes: length === 0 ? [[0, "x"]] : [[0, "x"], length] }] as never
      yield* as(who)(texts.edit(space, page, { version: own.version, client: own.client, updates }, at))
    })

  // Before the rules are set, main is edited, and somebody types on it.
  yield* typing(people[0])
  const mergeRules = { type: "rules", rules: [{ rule: "require_approvals", approvals: count }] } as const
  if (isOfOrganization) {
    yield* as(people[0])(edits.apply(space, insert(1)))
    yield* as(admin)((yield* Organizations).update(org, { mergeRules }))
  } else yield* as(admin)(spaces.update(space, { mergeRules }))

  const { id: opened } = yield* as(people[0])(requests.create(space, {}))
  yield* as(people[0])(edits.apply(space, insert(2), { changeRequest: opened }))
  accounts.push({ id: opened, contributors: new Set([people[0]]), approved: new Map(), suggestions: [] })

  const suggestedOnMain: Array<Suggested> = []
  /** Proposes other words for the first ones of the page. */
  const suggest = Effect.fnUntraced(function* (author: UserId, words: number, changeRequest?: ChangeRequestId) {
    const at = changeRequest === undefined ? { space } : { space, changeRequest }
    const range = { start: 0, end: 3 }
    const body = { markdown: "Better:" }
    const { id } = yield* as(author)(comments.post(at, { body, page, range, suggestion: `first ${words}` }))
    return { id, author }
  })

  const approvers = Effect.fnUntraced(function* ({ approved, contributors }: Account, content: string) {
    const found: Array<UserId> = []
    for (const [user, seen] of approved) {
      if (seen !== content || contributors.has(user)) continue
      const level = yield* Effect.option(as(user)(spaces.get(space)))
      if (level._tag === "Some" && level.value.permissions.review) found.push(user)
    }
    return found
  })

  /** Makes a call; says whether it was a merge, with how many approvals by the people's own account. */
  const perform = Effect.fnUntraced(function* ({ a, b, kind, who: index }: Step) {
    const who = people[index]!
    const account = accounts[a % Math.max(accounts.length, 1)]
    const own = as(who)
    /** Whoever changes what the request would merge contributes to it. */
    const contribute = <R>(effect: Effect.Effect<unknown, LecternError, R>) =>
      Effect.gen(function* () {
        if (account === undefined) return
        const before = yield* proposed(account.id)
        yield* effect
        if ((yield* proposed(account.id)) !== before) account.contributors.add(who)
      })
    const review = (status: "approved" | "changes-requested") =>
      Effect.gen(function* () {
        if (account === undefined) return
        const { revision } = yield* own(reviews.submit(space, account.id, { status }))
        const isShown = (yield* as(admin)(requests.get(space, account.id))).revision === revision
        if (status === "approved" && isShown) account.approved.set(who, yield* proposed(account.id))
        else account.approved.delete(who)
      })
    const picked = <A>(from: ReadonlyArray<A>) => Effect.fromNullable(from[b % Math.max(from.length, 1)])
    const anything = Effect.gen(function* () {
      switch (kind) {
        case "edit main":
          return yield* own(edits.apply(space, insert(b)))
        case "type on main":
          return yield* typing(who)
        case "sync main": {
          const tree = { pages: [], files: [], reusableContents: [], variables: {}, redirects: {} }
          return yield* own((yield* ContentSync).apply(space, tree))
        }
        case "upload to main":
          return yield* own((yield* Files).upload(space, { name: "a.txt", bytes: new Uint8Array(1) }))
        case "restore main":
          return yield* own(revisions.restore(space, first))
        case "roll back main":
          return yield* own(revisions.rollback(space, first))
        case "import to main":
          return yield* b < 5
            ? own(imports.run(space, input, { limits: requestLimits }))
            : own(imports.start(space, input))
        case "suggest on main":
          return suggestedOnMain.push(yield* suggest(who, b))
        case "apply on main": {
          const { id } = yield* picked(suggestedOnMain)
          return yield* own(comments.apply({ space }, { comments: [id] }))
        }
        case "set rules of organization":
          return yield* own((yield* Organizations).update(org, { mergeRules: { type: "none" } }))
        case "set rules":
          return yield* own(spaces.update(space, { mergeRules: { type: "none" } }))
        case "open": {
          if (accounts.length >= 4) return
          const { id } = yield* own(requests.create(space, {}))
          accounts.push({ id, contributors: new Set([who]), approved: new Map(), suggestions: [] })
          return
        }
        case "lock":
        case "unlock":
          return yield* own(spaces.update(space, { editMode: kind === "lock" ? "locked" : "live" }))
        case "duplicate":
          return yield* b < 3 ? own(spaces.duplicate(space)) : Effect.void
        case "transfer":
          return yield* own(spaces.transfer(space, { organization: other }))
        case "move": {
          const { id: parent } = yield* own((yield* Collections).create(org, {}))
          yield* own(spaces.move(space, { parent }))
          return yield* b < 5 ? own((yield* Collections).transfer(parent, { organization: other })) : Effect.void
        }
        case "delete space":
          return yield* own(spaces.remove(space))
        case "restore space":
          return yield* own(spaces.restore(space))
        case "demote":
          return yield* asSystem(members.update(org, people[1]!, { role: "comment" }))
        case "promote":
          return yield* asSystem(members.update(org, people[1]!, { role: "review" }))
        case "disable":
        case "enable":
          return yield* asSystem(members.update(org, people[a % 3]!, { disabled: kind === "disable" }))
        case "rejoin":
          yield* asSystem(members.remove(org, who))
          return yield* asSystem(members.add(org, who, levels[index]!))
        case "grant":
          return yield* own((yield* ContentGrants).invite({ space }, { role: "admin", users: [people[b % 3]!] }))
      }
      if (account === undefined) return
      const { id: changeRequest } = account
      switch (kind) {
        case "edit":
          return yield* contribute(
            b < 3
              ? own(edits.apply(space, insert(b), { changeRequest }))
              : own(
                  edits.apply(
                    space,
                    { changes: [{ operation: "update_page", page, document: { markdown: markdown(b) } }] },
                    { changeRequest }
                  )
                )
          )
        case "type":
          return yield* contribute(typing(who, changeRequest))
        case "suggest":
          return account.suggestions.push(yield* suggest(who, b, changeRequest))
        case "apply": {
          // The author of a suggestion has written what is in the request once somebody applies it.
          const { author, id } = yield* picked(account.suggestions)
          const before = yield* proposed(changeRequest)
          yield* contribute(own(comments.apply({ space, changeRequest }, { comments: [id] })))
          if ((yield* proposed(changeRequest)) !== before) account.contributors.add(author)
          return
        }
        case "import":
          return yield* contribute(own(imports.run(space, input, { limits: requestLimits, changeRequest })))
        case "restore":
          return yield* contribute(own(revisions.restore(space, first, { changeRequest })))
        case "resolve": {
          const [conflict] = yield* own(requests.conflicts(space, changeRequest))
          if (conflict === undefined) return
          const resolution = { item: conflict.item, where: conflict.where, text: `words ${b}` }
          return yield* contribute(own(requests.resolve(space, changeRequest, { resolutions: [resolution] })))
        }
        case "undo": {
          const { decided } = yield* own(requests.changes(space, changeRequest))
          if (decided[0] === undefined) return
          const conflicts = [{ item: decided[0].item, where: decided[0].where }]
          return yield* contribute(own(requests.reopen(space, changeRequest, { conflicts })))
        }
        case "save":
        case "reopen":
        case "archive": {
          if (kind !== "reopen") yield* own(requests.update(space, changeRequest, { status: "archived" }))
          return yield* kind === "archive"
            ? Effect.void
            : own(requests.update(space, changeRequest, { status: "open" }))
        }
        case "approve":
          return yield* review("approved")
        case "object":
          return yield* review("changes-requested")
        case "ask":
          return yield* own(reviews.request(space, changeRequest, { users: [people[b % 3]!] }))
        case "withdraw":
          return yield* own(reviews.withdraw(space, changeRequest, people[b % 3]!))
        case "update":
          return yield* own(requests.pull(space, changeRequest))
        case "override":
          return yield* own(requests.merge(space, changeRequest, { override: true }))
      }
    })
    if (kind !== "merge" || account === undefined) {
      yield* Effect.ignore(anything)
      return undefined
    }
    const content = yield* Effect.option(proposed(account.id))
    const approvedBy = content._tag === "None" ? [] : yield* approvers(account, content.value)
    const merged = yield* Effect.option(own(requests.merge(space, account.id)))
    return merged._tag === "Some" && merged.value.result === "merge" ? approvedBy.length : undefined
  })

  return { perform, shown, space, revision: Effect.option(as(admin)(spaces.get(space))) }
})
