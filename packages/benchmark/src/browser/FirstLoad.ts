/** The times that a reader waits when a page is loaded for the first time, on a slow phone with a slow connection. */
import type { Browser } from "playwright-core"

/** Milliseconds, except for the shift of the layout, which has no unit, and the transferred data, in kilobytes. */
export interface FirstLoad {
  readonly firstPaint: number
  readonly largestPaint: number
  /** The time over 50 ms of all long tasks after the first paint. */
  readonly blocked: number
  readonly shift: number
  readonly transferred: number
}

/** 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms, and a quarter of the speed of this processor. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowness = 4

const viewport = { width: 1280, height: 800 }

const observers = `globalThis.seen = { paint: 0, largest: 0, shift: 0, tasks: [] }
const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
observe("paint", (entry) => { if (entry.name === "first-contentful-paint") seen.paint = entry.startTime })
observe("largest-contentful-paint", (entry) => { seen.largest = entry.startTime })
observe("layout-shift", (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
observe("longtask", (entry) => seen.tasks.push([entry.startTime, entry.duration]))`

/** The records of the observers. */
interface Seen {
  readonly paint: number
  readonly largest: number
  readonly shift: number
  readonly tasks: ReadonlyArray<readonly [start: number, duration: number]>
}

/** Loads a page in a context of its own, without a cache, and waits until loading has ended. */
export const firstLoad = async (browser: Browser, address: string): Promise<FirstLoad> => {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    await page.addInitScript(observers)
    const client = await context.newCDPSession(page)
    await client.send("Network.enable")
    await client.send("Network.emulateNetworkConditions", network)
    await client.send("Emulation.setCPUThrottlingRate", { rate: slowness })
    let bytes = 0
    client.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(address, { waitUntil: "networkidle", timeout: 120_000 })
    const { largest, paint, shift, tasks }: Seen = await page.evaluate("seen")
    const blocked = tasks.reduce(
      (sum, [start, duration]) => sum + (start + duration > paint ? Math.max(0, duration - 50) : 0),
      0
    )
    return { firstPaint: paint, largestPaint: largest, blocked, shift, transferred: bytes / 1000 }
  } finally {
    await context.close()
  }
}
