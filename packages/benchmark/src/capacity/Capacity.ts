/** How many requests one, ten and a hundred databases carry. */
import { type Costs, type Operation, operations } from "./Costs.js"
import { busiestShare, type Placement, sharesOf } from "./Placement.js"
import { meanTime, saturation, type Work } from "./Queue.js"

/** A fleet: databases with servers before them. */
export interface Fleet {
  readonly databases: number
  readonly placement: Placement
  /** The cores of each database. */
  readonly cores: number
  /** The share of visits of published sites that a CDN answers, from 0 to 1. */
  readonly cdn: number
  /** The read replicas of each database, which answer the remaining visits. */
  readonly replicas: number
}

/** Who asks for what. */
export interface Demand {
  readonly costs: Costs
  /** The frequency of each operation, in proportion to the others. */
  readonly mix: Readonly<Record<Operation, number>>
  readonly organizations: number
  /** The inequality of organizations: 0 if all are alike. */
  readonly skew: number
  /** How long 99 of 100 requests may wait for a core of the database, in microseconds. */
  readonly patience: number
}

/** The load that a fleet carries, in requests per second. */
export interface Carried {
  /** All requests, including the ones that the CDN answers. */
  readonly requests: number
  readonly edits: number
  /** The share of the requests that the busiest database has. */
  readonly busiest: number
  /** The cores of servers that this load takes. */
  readonly serverCores: number
  /** The part that saturates first. */
  readonly limit: "database" | "replicas"
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

/** The requests that arrive at the servers: visits that a CDN answers do not. */
const reaching = ({ mix }: Demand, { cdn }: Fleet): ReadonlyArray<readonly [Operation, number]> => {
  const all = sum(Object.values(mix))
  return operations.map((name) => [name, (mix[name] / all) * (name === "visit" ? 1 - cdn : 1)] as const)
}

/** The requests per second, of all that arrive at the fleet, at which a part of its work saturates one machine. */
const limitOf = (work: Work, { cores }: Fleet, { patience }: Demand): number => {
  const share = sum(work.map((each) => each.share))
  return share === 0 ? Number.POSITIVE_INFINITY : saturation(work, cores, patience) / share
}

/** The load that a fleet carries before 99 of 100 requests to its busiest database wait for too long. */
export const carried = (fleet: Fleet, demand: Demand): Carried => {
  const { costs, mix, organizations, skew } = demand
  const arriving = reaching(demand, fleet)
  const workOf = (isHere: (name: Operation) => boolean): Work =>
    arriving.flatMap(([name, share]) => (isHere(name) ? [{ share, time: costs[name].database }] : []))
  const isReplicated = (name: Operation): boolean => name === "visit" && fleet.replicas > 0
  const busiest = busiestShare(sharesOf(organizations, skew), fleet.databases, fleet.placement)
  const database = limitOf(
    workOf((name) => !isReplicated(name)),
    fleet,
    demand
  )
  const replicas = fleet.replicas * limitOf(workOf(isReplicated), fleet, demand)
  const isDatabase = fleet.replicas === 0 || database <= replicas
  const requests = (isDatabase ? database : replicas) / busiest
  const atServers = arriving.map(([name, share]) => ({ share, time: costs[name].server }))
  return {
    requests,
    edits: (requests * mix.edit) / sum(Object.values(mix)),
    busiest,
    serverCores: (requests * sum(atServers.map(({ share }) => share)) * meanTime(atServers)) / 1_000_000,
    limit: isDatabase ? "database" : "replicas"
  }
}

/**
 * The edits per second in one space: they wait for each other, each for the round trips and the processor time of the
 * one before it. `roundTrip` is in microseconds.
 */
export const editsOfOneSpace = ({ edit }: Costs, roundTrip: number): number =>
  1_000_000 / (edit.statements * roundTrip + edit.database + edit.server)
