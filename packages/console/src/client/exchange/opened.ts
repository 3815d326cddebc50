/** Which dialog of importing and exporting is open, and what was dropped for it. */
import { signal } from "@preact/signals"

/** What is open, if anything is. */
export const exchange = signal<"import" | "export" | undefined>(undefined)

/** The files and folders that were dropped last, until the dialog is closed. */
export const dropped = signal<ReadonlyArray<FileSystemEntry>>([])

/** Closes it. */
export const closeExchange = (): void => {
  exchange.value = undefined
  dropped.value = []
}

const mark = "drop-into"

/** The properties of an element on which files and folders can be dropped to import them, if the person `may`. */
export const importsDrops = (may: boolean) => ({
  onDragOver: (event: DragEvent & { readonly currentTarget: HTMLElement }): void => {
    const data = event.dataTransfer
    if (!data?.types.includes("Files")) return
    // Where it is refused, too: the browser would leave this page for the file.
    event.preventDefault()
    data.dropEffect = may ? "copy" : "none"
    event.currentTarget.classList.toggle(mark, may)
  },
  onDragLeave: ({ currentTarget }: { readonly currentTarget: HTMLElement }): void =>
    currentTarget.classList.remove(mark),
  onDrop: (event: DragEvent & { readonly currentTarget: HTMLElement }): void => {
    event.currentTarget.classList.remove(mark)
    // Now or never: the browser forgets them when this call ends.
    const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
    if (!may || entries.length === 0) return
    event.preventDefault()
    dropped.value = entries
    exchange.value = "import"
  }
})
