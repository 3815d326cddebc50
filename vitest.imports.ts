/** Imports of tested sources that cost as little as those that Node makes itself. */
import type { WorkerGlobalState } from "vitest"

const fast = new WeakSet<object>()

/**
 * Has V8 keep the exports of every module that was loaded as the fields of an object. Vite begins with `Object.create(null)`,
 * which is a hash table to V8: each use of an import is looked up in it by name, and no call of it is ever inlined. An
 * object that others inherit from is turned into one with fields when something is read through them.
 */
export const speedUpImports = (): void => {
  const { moduleCache }: WorkerGlobalState = Reflect.get(globalThis, "__vitest_worker__")
  for (const { evaluated, exports } of moduleCache.values()) {
    // What Node has loaded is not extensible, and as fast as it can be.
    if (evaluated !== true || !Object.isExtensible(exports) || fast.has(exports)) continue
    fast.add(exports)
    void Object.create(exports).default
  }
}
