/** The types of the services: which methods can run without a caller. The compiler checks this, not the run. */
import type { Actor } from "@lectern/core/access/Actor"
import type { services } from "@lectern/core/engine/Services"
import type { Effect } from "effect"
import { expectTypeOf, it } from "vitest"

type Services = typeof services

type ServiceOf<Name extends keyof Services> = Services[Name]["tag"]["Service"]

type RequirementsOf<Member> = Member extends (...args: never) => Effect.Effect<unknown, unknown, infer R>
  ? R
  : Member extends Effect.Effect<unknown, unknown, infer R>
    ? R
    : never

/** The members that do not require an `Actor`, as `service.member`. */
type WithoutCaller = {
  [Name in keyof Services]: {
    [Member in keyof ServiceOf<Name>]: Actor extends RequirementsOf<ServiceOf<Name>[Member]>
      ? never
      : `${Name}.${Member & string}`
  }[keyof ServiceOf<Name>]
}[keyof Services]

/** They find out who calls, check an address that is signed, count, or say what does not depend on who asks. */
type Known =
  | "apiTokens.authenticate"
  | "contents.download"
  | "folderExports.download"
  | "openAPISpecs.published"
  | "openAPISpecs.signed"
  | "pdfs.download"
  | "publishedContents.enter"
  | "rateLimits.take"
  | "rateLimits.wrongSecret"
  | "sessions.authenticate"
  | "sessions.authenticateHost"
  | "sessions.authenticateToken"
  | "sessions.signOut"
  | "sessions.token"
  | "sitePages.compute"
  | "sitePages.find"
  | "sitePages.generation"
  | "sitePages.logo"
  | "sitePages.onHost"
  | "uploads.maxSize"

it("a method of a service requires a caller, but for those that find out who that is or serve all alike", () => {
  expectTypeOf<WithoutCaller>().toEqualTypeOf<Known>()
})
