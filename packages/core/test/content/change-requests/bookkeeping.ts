/**
 * The expected states of a change request and main, recorded apart from the engine: for each thing that conflicts can
 * be about, the value on which both sides last agreed, and the value that the request wants.
 */
import { expect } from "vitest"
import type { Shape, Things } from "./lines.js"

/** A conflict as it is listed. */
export interface Listed {
  readonly item: string
  readonly kind: string
  readonly where: string
}

/** An item in the books. */
interface Entry {
  agreed: Things | undefined
  wanted: Things | undefined
  /** The earlier value of a page that the request deletes, which an update has left there. */
  deleting?: { readonly was: Things; readonly where: string }
  /** The things in conflict when the request was last updated. */
  readonly held: Set<string>
}

const none: Things = new Map()
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)
const edited = (before: Things, after: Things): boolean =>
  [...new Set([...before.keys(), ...after.keys()])].some((key) => !same(before.get(key), after.get(key)))
const merged = (agreed: unknown, main: unknown, wanted: unknown): unknown => (same(wanted, agreed) ? main : wanted)
const key = ({ item, where }: Pick<Listed, "item" | "where">): string => `${item} ${where}`

/** The books of one change request. */
export class Books {
  private readonly entries = new Map<string, Entry>()
  private known: Shape

  constructor(main: Shape) {
    this.known = main
    for (const [id, things] of main) this.entries.set(id, { agreed: things, wanted: things, held: new Set() })
  }

  private entry(id: string): Entry {
    const found = this.entries.get(id) ?? { agreed: undefined, wanted: undefined, held: new Set<string>() }
    this.entries.set(id, found)
    return found
  }

  private ids(...shapes: ReadonlyArray<Shape>): ReadonlyArray<string> {
    return [...new Set([...this.entries.keys(), ...shapes.flatMap((shape) => [...shape.keys()])])]
  }

  /** An edit of the request, which names some things of an item. */
  edited(before: Shape, after: Shape, item: string | undefined, named: ReadonlySet<string>): void {
    for (const id of this.ids(before, after)) {
      const [was, is] = [before.get(id), after.get(id)]
      const set = new Set(id === item ? named : [])
      for (const each of new Set([...(was ?? none).keys(), ...(is ?? none).keys()])) {
        if (!same(was?.get(each), is?.get(each))) set.add(each)
      }
      if (set.size === 0 && (was === undefined) === (is === undefined)) continue
      const entry = this.entry(id)
      const known = this.known.get(id)
      if (is === undefined || was === undefined) {
        entry.agreed = known
        entry.wanted = is
        delete entry.deleting
        entry.held.clear()
        continue
      }
      if (entry.deleting?.where === "place" && set.has("place")) {
        delete entry.deleting
        entry.held.clear()
      }
      for (const each of set) {
        entry.wanted = new Map([...(entry.wanted ?? none), [each, is.get(each)]])
        if (!entry.held.delete(each)) continue
        if (known !== undefined) entry.agreed = new Map([...(entry.agreed ?? none), [each, known.get(each)]])
      }
    }
  }

  /** Checks which conflicts are listed, and which are not: a page's place may be in conflict because of others. */
  expectListed(main: Shape, listed: ReadonlyArray<Listed>): void {
    const expected: Array<string> = []
    for (const id of this.ids(main)) {
      const { agreed, deleting, wanted } = this.entry(id)
      const theirs = main.get(id)
      const put = (where: string) => expected.push(key({ item: id, where }))
      const fields = () => {
        for (const each of new Set([...(theirs ?? none).keys(), ...(wanted ?? none).keys()])) {
          const [a, m, w] = [agreed?.get(each), theirs?.get(each), wanted?.get(each)]
          if (!same(a, m) && !same(a, w) && !same(m, w)) put(each)
        }
      }
      if (deleting !== undefined) {
        const touched = edited(agreed ?? none, wanted ?? none)
        if (theirs === undefined ? touched : touched || edited(deleting.was, theirs)) put("item")
        if (theirs !== undefined && (touched || edited(deleting.was, theirs))) fields()
      } else if (theirs !== undefined && wanted !== undefined) fields()
      else if (agreed !== undefined && edited(agreed, theirs ?? wanted ?? agreed)) put("item")
    }
    const found = listed.map(key)
    const known = new Set(expected)
    expect(found.filter((each) => known.has(each)).sort()).toEqual(expected.sort())
    for (const each of listed) if (!known.has(key(each))) expect(each).toMatchObject({ where: "place" })
  }

  /** Checks the result of the two sides where nothing is in conflict; `undefined` where an item does not exist. */
  private expectMerged(id: string, main: Things | undefined, found: Things | undefined, open: ReadonlySet<string>) {
    const { agreed, deleting, wanted } = this.entry(id)
    const wants = deleting === undefined ? wanted : undefined
    if (main === undefined || wants === undefined) {
      const before = deleting === undefined ? agreed : deleting.was
      const isThere = before === undefined ? (main ?? wants) !== undefined : false
      expect([id, found !== undefined]).toEqual([id, isThere])
      if (!isThere) return
    }
    for (const each of (found ?? none).keys()) {
      if (open.has(key({ item: id, where: each }))) continue
      const expected =
        main === undefined || wants === undefined
          ? (main ?? wants)?.get(each)
          : merged(agreed?.get(each), main.get(each), wants.get(each))
      expect([id, each, found?.get(each)]).toEqual([id, each, expected])
    }
  }

  /** After a merge, everything that either side changed must be in main. */
  expectInMain(before: Shape, after: Shape): void {
    for (const id of this.ids(before, after)) this.expectMerged(id, before.get(id), after.get(id), new Set())
  }

  /**
   * After an update, with what is listed then. Everything else must be as one side changed it, except where a decision
   * moves pages: then the books only follow.
   */
  updated(main: Shape, request: Shape, listed: ReadonlyArray<Listed>, decided: ReadonlySet<string> | undefined): void {
    const open = new Set(listed.map(key))
    for (const id of this.ids(main, request)) {
      const entry = this.entry(id)
      const [ours, there] = [main.get(id), request.get(id)]
      const ofItem = listed.filter(({ item }) => item === id)
      const wantsNone = entry.wanted === undefined || entry.deleting !== undefined
      const isOpen = open.has(key({ item: id, where: "item" })) || (wantsNone && ofItem.length > 0)
      if (isOpen) {
        expect([id, there !== undefined]).toEqual([id, true])
        if (wantsNone) {
          const was = entry.deleting?.was ?? entry.agreed ?? none
          const where = ofItem.some((each) => each.where === "item") ? "item" : "place"
          const isOwn = (each: Listed) => each.where !== "place" || (entry.deleting !== undefined && where === "item")
          const inside = ofItem.filter(isOwn)
          delete entry.deleting
          if (ours === undefined) continue
          entry.deleting = { was, where }
          this.follow(entry, ours, there, inside)
          continue
        }
        entry.held.clear()
        for (const { where } of ofItem) entry.held.add(where)
        continue
      }
      if (decided === undefined) this.expectMerged(id, ours, there, open)
      delete entry.deleting
      this.follow(entry, ours, there, ofItem)
    }
    this.known = main
  }

  private follow(
    entry: Entry,
    ours: Things | undefined,
    there: Things | undefined,
    ofItem: ReadonlyArray<Listed>
  ): void {
    const open = new Set(ofItem.map(({ where }) => where))
    const keep = (from: Things | undefined, to: Things | undefined): Things | undefined =>
      to &&
      new Map([...new Set([...to.keys(), ...open])].map((each) => [each, (open.has(each) ? from : to)?.get(each)]))
    entry.agreed = keep(entry.agreed, ours)
    entry.wanted = keep(entry.wanted, there)
    entry.held.clear()
    for (const each of open) entry.held.add(each)
  }
}
