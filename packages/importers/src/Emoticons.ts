/** The emoticons of Confluence. */

/** Emoticons of old editors, which have no character of their own in the page. */
export const emoticons: Readonly<Record<string, string>> = {
  ...{ smile: "🙂", sad: "🙁", cheeky: "😛", laugh: "😀", wink: "😉", "thumbs-up": "👍", "thumbs-down": "👎" },
  ...{ information: "ℹ️", tick: "✅", cross: "❌", warning: "⚠️", plus: "➕", minus: "➖", question: "❓" },
  ...{
    "light-on": "💡",
    "light-off": "💡",
    "yellow-star": "⭐",
    "red-star": "⭐",
    "green-star": "⭐",
    "blue-star": "⭐"
  },
  ...{ heart: "❤️", "broken-heart": "💔" }
}
