import type { EventActor } from "../../storage/trail/Event.js"
import type { ActorValue } from "./Actor.js"

/** The actor of an event, given the caller whose call it is, if there is one. */
export const eventActorOf = (actor: ActorValue | undefined): EventActor => {
  if (actor?.kind === "visitor") return { kind: "visitor" }
  if (actor?.kind !== "user" || actor.user === "") return { kind: "system" }
  return { kind: actor.token?.service === true ? "service" : "user", user: actor.user }
}
