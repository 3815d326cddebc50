import {
  ChangeRequestsQuery,
  CreateChangeRequest,
  UpdateChangeRequest
} from "@lectern/core/change-requests/ChangeRequest"
import { ReopenConflicts } from "@lectern/core/change-requests/DecidedConflict"
import { ResolveConflicts } from "@lectern/core/change-requests/MergeConflict"
import { choice, integer, items, subject, text } from "../../engine/bounds/fields.js"
import type { Resource } from "../../people/access/resources.js"
import { absent } from "../../people/access/rows.js"

const decision = { item: "a", where: "b" }

/** Change requests. */
export const resource: Resource = {
  calls: ({ changeRequest: request, page, space }) => ({
    rows: {
      changeRequests: {
        list: absent(space, {}),
        create: absent(space, {}),
        get: absent(space, request),
        update: absent(space, request, { status: "open" }),
        merge: absent(space, request),
        mergeRules: absent(space, request),
        pull: absent(space, request),
        changes: absent(space, request),
        compareItem: absent(space, request, page),
        conflicts: absent(space, request),
        resolve: absent(space, request, { resolutions: [{ item: page, where: "title", take: "main" }] }),
        reopen: absent(space, request, { conflicts: [{ item: page, where: "title" }] }),
        contributors: absent(space, request, {})
      }
    }
  }),
  recorded: {
    changeRequests: {
      list: "reads",
      create: "content",
      get: "reads",
      update: "content",
      merge: "content",
      mergeRules: "reads",
      pull: "content",
      contributors: "reads",
      changes: "reads",
      compareItem: "reads",
      conflicts: "reads",
      resolve: "content",
      reopen: "content"
    }
  },
  refused: ["changeRequests.resolve", "changeRequests.reopen"],
  locks: {
    changeRequests: {
      create: "space",
      update: "space",
      merge: "space",
      pull: "space",
      resolve: "space",
      reopen: "space"
    }
  },
  bounds: [
    subject("a change request", CreateChangeRequest, { subject: text(0, 100) }),
    subject("a change of a change request", UpdateChangeRequest, {
      subject: text(0, 100),
      status: choice("draft", "open", "archived")
    }),
    subject("a list of change requests", ChangeRequestsQuery, {
      status: choice("draft", "open", "archived", "merged"),
      limit: integer(0, 1000)
    }),
    subject("resolutions", ResolveConflicts, {
      resolutions: items(1, 1000, () => ({ ...decision, take: "main" }))
    }),
    subject("conflicts to reopen", ReopenConflicts, { conflicts: items(1, 1000, () => decision) }),
    subject(
      "a resolution by side",
      ResolveConflicts,
      { "resolutions.0.take": choice("main", "request") },
      { resolutions: [decision] }
    ),
    subject(
      "a resolution by text",
      ResolveConflicts,
      { "resolutions.0.text": text(0, 1_000_000) },
      { resolutions: [decision] }
    )
  ]
}
