/** Dynamic imports of CommonJS modules, which have no named exports in a bundle. */

/**
 * The `import()` expressions for CommonJS modules in a metafile of esbuild, each as a sentence. In a bundle with
 * splitting, they resolve to a module that has only `default`, so that code that runs from its sources fails there.
 */
export const commonJsLoads = ({ inputs }) =>
  Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ kind, path }) => kind === "dynamic-import" && inputs[path]?.format === "cjs")
      .map(
        ({ original }) =>
          `${file}: import("${original}") has no named exports in a bundle, because it is CommonJS; ` +
          "import it statically in a module of your own, and load that with import()"
      )
  )
