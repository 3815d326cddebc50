/** The parts of teams that callers can see. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Access } from "../access/Access.js"
import type { Standing } from "../access/Standing.js"
import type { Team, TeamId, TeamRecord } from "./Team.js"
import { TeamRepository } from "./TeamRepository.js"

/** Whether the caller may see a team: guests see the teams that they are in. */
export const seesTeam = (standing: Standing, team: TeamId): boolean =>
  standing.role !== null || standing.teams.has(team)

/** Whether the caller may manage the members of a team. */
export const managesTeam = (standing: Standing, team: TeamId): boolean =>
  standing.role === "admin" || standing.teams.get(team) === "owner"

/** Whether the caller may see who else is in a team; guests who are not owners see only themselves. */
export const seesTeamMembers = (standing: Standing, team: TeamId): boolean =>
  standing.role !== null || managesTeam(standing, team)

/** A team as answered to a caller who may see it. */
export const makeTeamAnswer: Effect.Effect<
  (standing: Standing, team: TeamRecord) => Effect.Effect<Team, Unavailable>,
  never,
  Access | TeamRepository
> = Effect.gen(function* () {
  const access = yield* Access
  const teams = yield* TeamRepository
  return Effect.fnUntraced(function* (standing, { id, title, createdAt }) {
    return {
      object: "team" as const,
      id,
      title,
      members: seesTeamMembers(standing, id) ? yield* teams.countMembers(id) : 1,
      spaces: yield* access.countOfTeam(standing, id),
      createdAt,
      permissions: { admin: managesTeam(standing, id), view: true }
    }
  })
})
